import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { common } from '#console/strings/common.ts'
import { endDialog } from '../action/end-dialog.ts'
import type { Procedure } from '../action/procedure.ts'
import type { Readable } from './entered.ts'
import { FormDialog } from './form-dialog.tsx'
import { useProcedureForm } from './use-procedure-form.ts'

interface RowDialogProps<Values extends object, Input extends object> {
  /** Such as `trpc.admin.salesChannels`. */
  router: { create: Procedure<Input, unknown>; update: Procedure<NoInfer<Input> & { id: string }, unknown> }
  /** The row to change. Undefined for a new row. */
  row: { id: string } | undefined
  title: string
  values: Values
  toInput(values: Readable<Values>): NoInfer<Input>
  required?: readonly (keyof Values & string)[]
  onClose(): void
  children(fields: UseFormReturnType<Values>): ReactNode
}

/** A form in a dialog that creates a row, or changes it if it exists. */
export function RowDialog<Values extends object, Input extends object>(props: RowDialogProps<Values, Input>) {
  const { router, row, title, values, toInput, required = [], onClose, children } = props
  const { create, save, saved } = common.useWords()
  const shared = { values, required }
  const creation = useProcedureForm({
    ...shared,
    action: router.create.mutationOptions(),
    toInput,
    onSaved: endDialog(saved, onClose),
  })
  const change = useProcedureForm({
    ...shared,
    action: router.update.mutationOptions(),
    draft: row?.id ?? '',
    toInput: (changed: Readable<Values>) => ({ ...toInput(changed), id: row?.id ?? '' }),
    onSaved: onClose,
  })
  const form = row ? change : creation
  return (
    <FormDialog form={form} title={title} action={row ? save : create} onClose={onClose}>
      {children(form.fields)}
    </FormDialog>
  )
}
