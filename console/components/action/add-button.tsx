import type { ComponentProps } from 'react'
import { DialogButton } from './dialog-button.tsx'

/** The main button of a page. It opens the dialog for a new row. */
export function AddButton(props: Pick<ComponentProps<typeof DialogButton>, 'text' | 'needs' | 'dialog'>) {
  return <DialogButton size="sm" variant="filled" {...props} />
}
