import { Stack } from '@mantine/core'
import type { ProcedureForm } from '../form/use-procedure-form.ts'
import { FieldInput } from './field-input.tsx'
import { currencyOf } from './plugin-field.ts'
import type { FieldFormOptions } from './use-field-form.ts'

interface FieldInputsProps extends Pick<FieldFormOptions<unknown>, 'fields' | 'row'> {
  form: ProcedureForm<Record<string, unknown>>
}

/** The inputs of the fields of an existing row. */
export const FieldInputs = ({ fields, row, form }: FieldInputsProps) => (
  <Stack>
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        input={form.fields.getInputProps(field.name)}
        currency={currencyOf(field, { ...row, ...form.fields.getValues() })}
      />
    ))}
  </Stack>
)
