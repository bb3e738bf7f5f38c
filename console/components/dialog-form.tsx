import { Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'

interface DialogFormProps {
  title: string
  size?: ModalProps['size']
  onClose(): void
  onSubmit(): void
  buttons: ReactNode
  children: ReactNode
}

/** A dialog with fields and a row of buttons. Enter submits it. */
export function DialogForm({ title, size = 'lg', onClose, onSubmit, buttons, children }: DialogFormProps) {
  const words = common.useWords()
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': words.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSubmit()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            {buttons}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
