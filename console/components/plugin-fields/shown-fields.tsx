import { plugins } from '#console/strings/plugins.ts'
import { Facts, Section } from '../section.tsx'
import { FieldText } from './field-text.tsx'
import { type FieldTable, isEditable, usePluginFields } from './plugin-field.ts'

/** The values of the fields of plugins that no user can change. */
export function ShownFields({ table, row }: { table: FieldTable; row: object }) {
  const words = plugins.useWords()
  const shown = (usePluginFields(table) ?? []).filter((field) => !isEditable(field))
  if (shown.length === 0) return null
  return (
    <Section title={words.values}>
      <Facts facts={shown.map((field) => [field.label, <FieldText key={field.name} field={field} row={row} />])} />
    </Section>
  )
}
