import { type Action, type ProcedureForm, useProcedureForm } from './use-procedure-form.ts'

interface RowFormOptions<Values extends object, Input extends object> {
  /** `trpc.admin.salesChannels.create.mutationOptions()` */
  create: Action<Input, unknown>
  /** `trpc.admin.salesChannels.update.mutationOptions()` */
  update: Action<NoInfer<Input> & { id: string }, unknown>
  /** The ID of the row, or undefined for a new row. */
  id: string | undefined
  values: Values
  toInput(values: Values): NoInfer<Input>
  onSaved(): void | Promise<void>
}

/** A form that creates a row, or changes it if it exists. */
export function useRowForm<Values extends object, Input extends object>(
  options: RowFormOptions<Values, Input>,
): ProcedureForm<Values> {
  const { create, update, id, values, toInput, onSaved } = options
  const creation = useProcedureForm({ action: create, values, toInput, onSaved })
  const change = useProcedureForm({
    action: update,
    draft: id ?? '',
    values,
    toInput: (changed: Values) => ({ ...toInput(changed), id: id ?? '' }),
    onSaved,
  })
  return id === undefined ? creation : change
}
