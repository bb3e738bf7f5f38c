import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core'
import { common } from '#console/strings/common.ts'
import { CopyTextButton } from './copy-text-button.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'

interface SecretDialogProps {
  title: string
  secret: string
  /** States that the secret is shown only once. */
  text: string
  onClose(): void
}

/** Shows a new secret once. The console keeps it only until the dialog closes. */
export function SecretDialog({ title, secret, text, onClose }: SecretDialogProps) {
  useReturnedFocus()
  const words = common.useWords()
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false} withCloseButton={false}>
      <Stack>
        <Alert color="yellow">{text}</Alert>
        <Code block data-secret tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyTextButton text={secret} />
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
