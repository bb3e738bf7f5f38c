import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Right, useMay } from '#console/app/permissions.ts'

interface DialogButtonProps extends ButtonProps {
  text: string
  /** Distinguishes buttons with the same text for screen readers. */
  label?: string
  /** The procedure of the dialog. Without this right, there is no button. */
  needs: Right
  dialog(close: () => void): ReactNode
}

/** A button that opens a dialog. The dialog exists only while it is open, so its fields are empty each time. */
export function DialogButton({ text, label, needs, dialog, ...props }: DialogButtonProps) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may(needs)) return null
  return (
    <>
      <Button size="xs" variant="default" {...props} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
