import { Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { useReturnedFocus } from './use-returned-focus.ts'

export interface ModalFormProps {
  title: string
  size?: ModalProps['size']
  onClose(): void
  onSubmit(): void
  buttons: ReactNode
  children: ReactNode
}

export function ModalForm({ title, size = 'lg', onClose, onSubmit, buttons, children }: ModalFormProps) {
  useReturnedFocus()
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
