import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface DialogButtonProps extends ButtonProps {
  text: string
  /** Distinguishes buttons with the same text for screen readers. */
  label?: string
  dialog(close: () => void): ReactNode
}

/** A button that opens a dialog. The dialog exists only while it is open, so its fields are empty each time. */
export function DialogButton({ text, label, dialog, ...props }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" {...props} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
