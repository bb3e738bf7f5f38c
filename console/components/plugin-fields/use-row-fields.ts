import { inputOf, valuesOf } from './field-values.ts'
import { type NewRowFields, useNewRowFields } from './new-row-fields.tsx'
import type { FieldTable } from './plugin-field.ts'

interface RowFields extends NewRowFields {
  /** The values of the fields, for the values of the form. */
  values: object
}

/** The fields of plugins in a form that changes a row, or creates one if `row` is undefined. */
export function useRowFields(table: FieldTable, row: object | undefined): RowFields {
  const added = useNewRowFields(table)
  if (!row) return { ...added, values: {} }
  return {
    fields: added.fields,
    values: valuesOf(added.fields, row),
    addTo: (input, values) => Object.assign(input, inputOf(added.fields, { ...values })),
  }
}
