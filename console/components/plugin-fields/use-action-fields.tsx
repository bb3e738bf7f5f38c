import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { isReadable } from '../form/entered.ts'
import { NewRowFieldInputs, useNewRowFields } from './new-row-fields.tsx'
import type { FieldTable } from './plugin-field.ts'

interface ActionFields {
  inputs: ReactNode
  /** Adds the filled fields to the input of the procedure. Undefined while a field has unreadable text. */
  addTo<Input extends object>(input: Input): Input | undefined
}

/** The fields of plugins in the dialog of an action that creates or changes a row. */
export function useActionFields(table: FieldTable): ActionFields {
  const own = useNewRowFields(table)
  const form = useForm<Record<string, unknown>>({ initialValues: {} })
  const values = form.getValues()
  return {
    inputs: <NewRowFieldInputs fields={own.fields} form={form} />,
    addTo: (input) => (Object.values(values).every(isReadable) ? own.addTo(input, values) : undefined),
  }
}
