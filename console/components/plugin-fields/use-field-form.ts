import { type Action, type ProcedureForm, useProcedureForm } from '../form/use-procedure-form.ts'
import { inputOf, valuesOf } from './field-values.ts'
import type { FieldTable, PluginField } from './plugin-field.ts'

export interface FieldFormOptions<Input> {
  table: FieldTable
  row: { id: string }
  /** The procedure that changes the row: `trpc.admin.products.update.mutationOptions()`. */
  action: Action<Input, unknown>
  /** The input that identifies the row: `{ id }`. */
  identity: Input
  fields: readonly PluginField[]
  /** The property of the input that contains the fields, such as `shipping_address`. Default: the input itself. */
  place?: string
  onSaved?(): void
}

/** A form for the fields of plugins of a row. */
export function useFieldForm<Input extends object>(
  options: FieldFormOptions<Input>,
): ProcedureForm<Record<string, unknown>> {
  const { table, row, action, identity, fields, place, onSaved } = options
  return useProcedureForm({
    action,
    draft: row.id,
    draftName: `fields of ${table}`,
    values: valuesOf(fields, row),
    identity: Object.keys(identity),
    toInput: (changed) => {
      const input = inputOf(fields, changed)
      return Object.assign({ ...identity }, place ? { [place]: input } : input)
    },
    ...(onSaved && { onSaved }),
  })
}
