import type { Readable } from './entered.ts'
import { type Action, type ProcedureForm, useProcedureForm } from './use-procedure-form.ts'

interface RowFormOptions<Values extends object, Input extends object> {
  /** `trpc.admin.salesChannels.create.mutationOptions()` */
  create: Action<Input, unknown>
  /** `trpc.admin.salesChannels.update.mutationOptions()` */
  update: Action<NoInfer<Input> & { id: string }, unknown>
  /** The ID of the row, or undefined for a new row. */
  id: string | undefined
  values: Values
  toInput(values: Readable<Values>): NoInfer<Input>
  required?: readonly (keyof Values & string)[]
  onSaved(): void | Promise<void>
}

/** A form that creates a row, or changes it if it exists. */
export function useRowForm<Values extends object, Input extends object>(
  options: RowFormOptions<Values, Input>,
): ProcedureForm<Values> {
  const { create, update, id, values, toInput, onSaved, required = [] } = options
  const creation = useProcedureForm({ action: create, values, toInput, onSaved, required })
  const change = useProcedureForm({
    action: update,
    draft: id ?? '',
    values,
    toInput: (changed: Readable<Values>) => ({ ...toInput(changed), id: id ?? '' }),
    onSaved,
    required,
  })
  return id === undefined ? creation : change
}
