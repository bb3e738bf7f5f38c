import { plugins } from '#console/strings/plugins.ts'
import { ProcedureForm } from '../form/procedure-form.tsx'
import { Section } from '../section.tsx'
import { FieldInputs } from './field-inputs.tsx'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

export function FieldForm<Input extends object>(options: FieldFormOptions<Input>) {
  const words = plugins.useWords()
  const form = useFieldForm(options)
  return (
    <ProcedureForm form={form}>
      <Section title={words.fields}>
        <FieldInputs fields={options.fields} row={options.row} form={form} />
      </Section>
    </ProcedureForm>
  )
}
