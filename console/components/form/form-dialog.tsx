import { Button, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { DialogForm } from '../dialog-form.tsx'
import { FormMessages } from './form-messages.tsx'
import type { ProcedureForm } from './use-procedure-form.ts'

interface FormDialogProps<Values extends object> {
  form: ProcedureForm<Values>
  title: string
  /** The text of the button. Default: Save. */
  action?: string
  onClose(): void
  children: ReactNode
  size?: ModalProps['size']
}

/** A form in a dialog. Cancel discards the values, and Escape keeps them as a draft. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, action, onClose, children, ...frame } = props
  const words = common.useWords()
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <DialogForm
      {...frame}
      onClose={onClose}
      onSubmit={() => void form.submit()}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {action ?? words.save}
          </Button>
        </>
      }
    >
      <FormMessages form={form} />
      {children}
    </DialogForm>
  )
}
