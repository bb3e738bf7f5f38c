import type { ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProcedureName } from '#console/app/permissions.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'

interface EditRowProps extends ButtonProps {
  /** The name of the row. */
  name: string
  needs: ProcedureName
  dialog(close: () => void): ReactNode
}

/** A button that opens the dialog of a row. */
export function EditRow({ name, ...props }: EditRowProps) {
  const { edit } = common.useWords()
  const { editOf } = settings.useWords()
  return <DialogButton text={edit} label={editOf(name)} {...props} />
}
