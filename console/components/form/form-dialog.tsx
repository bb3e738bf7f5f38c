import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
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
  const { form, title, action, onClose, children, size = 'lg' } = props
  const words = useStrings(common)
  const cancel = () => {
    form.discard()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': words.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void form.submit()
        }}
      >
        <Stack gap="md">
          <FormMessages form={form} />
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {action ?? words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
