import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { type Right, useMay } from '#console/app/permissions.ts'
import { useDialogHost } from './dialog-host.tsx'

interface DialogButtonProps extends ButtonProps {
  text: string
  /** Distinguishes buttons with the same text for screen readers. */
  label?: string
  /** The procedure of the dialog. Without this right, there is no button. */
  needs: Right
  dialog(close: () => void): ReactNode
}

/**
 * A button that opens a dialog. The dialog exists only while it is open, so its fields are empty each time. It outlives the
 * button, with the latest values that the button had.
 */
export function DialogButton({ text, label, needs, dialog, ...props }: DialogButtonProps) {
  const may = useMay()
  const id = useId()
  const host = useDialogHost()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen && dialog(close)
  // Without dependencies: the dialog gets the new values of each render.
  useLayoutEffect(() => {
    if (shown) host?.show(id, shown)
  })
  function close() {
    setOpen(false)
    host?.close(id)
  }
  if (!may(needs)) return null
  return (
    <>
      <Button size="xs" variant="default" {...props} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {!host && shown}
    </>
  )
}
