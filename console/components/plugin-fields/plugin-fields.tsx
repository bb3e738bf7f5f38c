import { Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { plugins } from '#console/strings/plugins.ts'
import { Section } from '../section.tsx'
import { isEditable, type PluginField, usePluginFields } from './plugin-field.ts'
import { ShownFields } from './shown-fields.tsx'
import type { FieldFormOptions } from './use-field-form.ts'

const FieldForm = lazyPart(async () => (await import('./field-form.tsx')).FieldForm)

type PluginFieldsProps<Input> = Omit<FieldFormOptions<Input>, 'fields' | 'onSaved'>

/** The fields of plugins of a row: the editable ones in a form, and the values of the others. */
export function PluginFields<Input extends object>(props: PluginFieldsProps<Input>) {
  const fields = usePluginFields(props.table) ?? []
  const editable = fields.filter(isEditable)
  if (fields.length === 0) return null
  return (
    <>
      {editable.length > 0 && (
        <Suspense fallback={<EarlyFields fields={editable} />}>
          <FieldForm key={props.row.id} {...props} fields={editable} />
        </Suspense>
      )}
      <ShownFields table={props.table} row={props.row} />
    </>
  )
}

/** The place of the fields while their inputs load. */
function EarlyFields({ fields }: { fields: readonly PluginField[] }) {
  const words = plugins.useWords()
  return (
    <Section title={words.fields}>
      <Stack>
        {fields.map(({ name, label }) => (
          <TextInput key={name} label={label} readOnly />
        ))}
      </Stack>
    </Section>
  )
}
