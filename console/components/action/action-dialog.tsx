import { Alert, Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { PreviewPanel } from './preview-panel.tsx'
import type { Action } from './use-action.ts'

interface ActionDialogProps {
  action: Action
  title: string
  /** The verb on the button, such as `Capture`. */
  verb: string
  isDangerous?: boolean
  onClose(): void
  children?: ReactNode
  size?: ModalProps['size']
}

/** A dialog for an action that moves money or stock. It shows what the action will change before it runs. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, title, verb, isDangerous = false, onClose, children, size = 'lg' } = props
  const words = useStrings(common)
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': words.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void action.run()
        }}
      >
        <Stack gap="md">
          {children}
          <PreviewPanel preview={action.preview} />
          {action.error && (
            <Alert color="red" role="alert">
              {action.error}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {isDangerous ? words.back : words.cancel}
            </Button>
            <Button
              type="submit"
              {...(isDangerous ? { color: 'red.9' } : {})}
              loading={action.isRunning}
              disabled={!action.isComplete}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
