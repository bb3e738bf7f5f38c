import { Text } from '@mantine/core'
import { FieldText } from './field-text.tsx'
import { type FieldTable, fieldValue, usePluginFields } from './plugin-field.ts'

/** The fields of plugins that a row has set, one line for each. */
export function FieldLines({ table, row }: { table: FieldTable; row: object }) {
  const fields = usePluginFields(table) ?? []
  return fields
    .filter(({ name }) => (fieldValue(row, name) ?? '') !== '')
    .map((field) => (
      <Text key={field.name} size="xs" component="div">
        {field.label}: <FieldText field={field} row={row} />
      </Text>
    ))
}
