import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { emptyOf, inputValueOf, isEmpty } from './field-values.ts'
import {
  currencyOf,
  type FieldTable,
  fieldValue,
  isEditable,
  type PluginField,
  usePluginFields,
} from './plugin-field.ts'

const FieldInput = lazyPart(async () => (await import('./field-input.tsx')).FieldInput)

export interface NewRowFields {
  fields: readonly PluginField[]
  /** Adds the fields that the user has filled to the input of the procedure. */
  addTo<Input extends object>(input: Input, values: object): Input
}

/** The fields of plugins in the form of a new row. */
export function useNewRowFields(table: FieldTable): NewRowFields {
  const fields = (usePluginFields(table) ?? []).filter(isEditable)
  return {
    fields,
    addTo(input, values) {
      const filled = fields.filter(({ name }) => !isEmpty(fieldValue(values, name)))
      return Object.assign(
        input,
        Object.fromEntries(filled.map((field) => [field.name, inputValueOf(field, fieldValue(values, field.name))])),
      )
    },
  }
}

interface NewRowFieldsProps {
  fields: readonly PluginField[]
  form: { getInputProps: UseFormReturnType<object>['getInputProps']; getValues(): object }
  /** The path of the row in the values of the form, such as `items.0`. Default: the form itself is the row. */
  path?: string
}

/** The inputs of the fields. A form has their values next to its own. */
export function NewRowFieldInputs({ fields, form, path }: NewRowFieldsProps) {
  return fields.map((field) => {
    const input = form.getInputProps(path ? `${path}.${field.name}` : field.name)
    return (
      <Suspense key={field.name} fallback={<TextInput label={field.label} readOnly />}>
        <FieldInput
          field={field}
          input={{ ...input, value: input.value ?? emptyOf(field) }}
          currency={currencyOf(field, form.getValues())}
        />
      </Suspense>
    )
  })
}
