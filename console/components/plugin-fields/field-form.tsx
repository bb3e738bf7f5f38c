import { Stack } from '@mantine/core'
import { plugins } from '#console/strings/plugins.ts'
import { ProcedureForm } from '../form/procedure-form.tsx'
import { Section } from '../section.tsx'
import { FieldInput } from './field-input.tsx'
import { currencyOf } from './plugin-field.ts'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

export function FieldForm<Input extends object>(options: FieldFormOptions<Input>) {
  const words = plugins.useWords()
  const form = useFieldForm(options)
  return (
    <ProcedureForm form={form}>
      <Section title={words.fields}>
        <Stack>
          {options.fields.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              input={form.fields.getInputProps(field.name)}
              currency={currencyOf(field, { ...options.row, ...form.fields.getValues() })}
            />
          ))}
        </Stack>
      </Section>
    </ProcedureForm>
  )
}
