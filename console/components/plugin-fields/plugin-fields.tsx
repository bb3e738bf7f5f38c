import { Stack } from '@mantine/core'
import { plugins } from '#console/strings/plugins.ts'
import { ProcedureForm } from '../form/procedure-form.tsx'
import { Section } from '../section.tsx'
import { FieldInput } from './field-input.tsx'
import { currencyOf, isEditable, usePluginFields } from './plugin-field.ts'
import { ShownFields } from './shown-fields.tsx'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

type PluginFieldsProps<Input> = Omit<FieldFormOptions<Input>, 'fields' | 'onSaved'>

/** The fields of plugins of a row: the editable ones in a form, and the values of the others. */
export function PluginFields<Input extends object>(props: PluginFieldsProps<Input>) {
  const fields = usePluginFields(props.table) ?? []
  const editable = fields.filter(isEditable)
  if (fields.length === 0) return null
  return (
    <>
      {editable.length > 0 && <FieldForm key={props.row.id} {...props} fields={editable} />}
      <ShownFields table={props.table} row={props.row} />
    </>
  )
}

function FieldForm<Input extends object>(options: FieldFormOptions<Input>) {
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
