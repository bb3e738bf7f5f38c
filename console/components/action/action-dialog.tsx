import { Alert, Button, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { DialogForm } from '../dialog-form.tsx'
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
  const { action, verb, isDangerous = false, onClose, children, ...frame } = props
  const words = common.useWords()
  return (
    <DialogForm
      {...frame}
      onClose={onClose}
      onSubmit={() => void action.run()}
      buttons={
        <>
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
        </>
      }
    >
      {children}
      <PreviewPanel preview={action.preview} />
      {action.error && (
        <Alert color="red" role="alert">
          {action.error}
        </Alert>
      )}
    </DialogForm>
  )
}
