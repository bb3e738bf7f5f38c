import { Alert, Button, List } from '@mantine/core'
import { common } from '#console/strings/common.ts'
import type { RefusedFile } from './use-image-upload.ts'

interface RefusedFilesProps {
  refused: readonly RefusedFile[]
  isRunning: boolean
  onRetry(files: readonly File[]): void
  onClose(): void
}

/** The files that were not stored, each with its reason, and a button for the files that can succeed later. */
export function RefusedFiles({ refused, isRunning, onRetry, onClose }: RefusedFilesProps) {
  const { retry, close } = common.useWords()
  const repeatable = refused.filter(({ isRepeatable }) => isRepeatable).map(({ file }) => file)
  if (refused.length === 0) return null
  return (
    <Alert color="red" role="alert" mb="sm" withCloseButton closeButtonLabel={close} onClose={onClose}>
      <List size="sm" listStyleType="none">
        {refused.map(({ file, reason }) => (
          <List.Item key={`${file.name} ${file.size} ${file.lastModified}`}>
            <b>{file.name}</b>: {reason}
          </List.Item>
        ))}
      </List>
      {repeatable.length > 0 && (
        <Button mt="xs" size="xs" variant="default" loading={isRunning} onClick={() => onRetry(repeatable)}>
          {retry}
        </Button>
      )}
    </Alert>
  )
}
