import { Stack } from '@mantine/core'
import { queryClient } from '#console/app/api.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { plugins } from '#console/strings/plugins.ts'
import { ProcedureForm } from '../form/procedure-form.tsx'
import { type Action, useProcedureForm } from '../form/use-procedure-form.ts'
import { notifyDone } from '../notify.ts'
import { Facts, Section } from '../section.tsx'
import { FieldInput } from './field-input.tsx'
import { FieldText } from './field-text.tsx'
import { type FieldTable, fieldValue, isEditable, type PluginField, usePluginFields } from './plugin-field.ts'

interface PluginFieldsProps<Input> {
  table: FieldTable
  row: { id: string }
  /** The procedure that changes the row: `trpc.admin.products.update.mutationOptions()`. */
  action: Action<Input, unknown>
  /** The input that identifies the row: `{ id }`. */
  identity: Input
}

/** The fields of plugins of a row: the editable ones in a form, and the values of the others. */
export function PluginFields<Input extends object>(props: PluginFieldsProps<Input>) {
  const words = useStrings(plugins)
  const fields = usePluginFields(props.table) ?? []
  const shown = fields.filter((field) => !isEditable(field))
  const editable = fields.filter(isEditable)
  if (fields.length === 0) return null
  return (
    <>
      {editable.length > 0 && <FieldForm key={props.row.id} {...props} fields={editable} />}
      {shown.length > 0 && (
        <Section title={words.values}>
          <Facts
            facts={shown.map((field) => [field.label, <FieldText key={field.name} field={field} row={props.row} />])}
          />
        </Section>
      )}
    </>
  )
}

interface FieldFormProps<Input> extends PluginFieldsProps<Input> {
  fields: readonly PluginField[]
}

function FieldForm<Input extends object>({ table, row, action, identity, fields }: FieldFormProps<Input>) {
  const words = useStrings(plugins)
  const { saved } = useStrings(common)
  const values = Object.fromEntries(fields.map((field) => [field.name, fieldValue(row, field.name) ?? emptyOf(field)]))
  const form = useProcedureForm({
    action,
    draft: `${row.id}`,
    draftName: `fields of ${table}`,
    values,
    toInput: (changed) => Object.assign({ ...identity }, inputOf(fields, changed)),
    onSaved: async () => {
      notifyDone(saved)
      await queryClient.invalidateQueries()
    },
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.fields}>
        <Stack>
          {fields.map((field) => (
            <FieldInput key={field.name} field={field} input={form.fields.getInputProps(field.name)} />
          ))}
        </Stack>
      </Section>
    </ProcedureForm>
  )
}

const emptyOf = ({ type }: PluginField): unknown => (type === 'datetime' || type === 'boolean' ? null : '')

/** An empty input of a nullable field is null. */
const inputOf = (fields: readonly PluginField[], values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, nullable }) => [name, values[name] === '' && nullable ? null : values[name]]))
