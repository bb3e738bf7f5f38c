import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { common } from '#console/strings/common.ts'
import { DateTimeInput } from '../form/date-time-input.tsx'
import { DecimalInput, WholeNumberInput } from '../form/number-input.tsx'
import type { PluginField } from './plugin-field.ts'

interface FieldInputProps {
  field: PluginField
  /** `form.fields.getInputProps(field.name)` */
  input: GetInputPropsReturnType
}

const LONGEST_LINE = 200

/** The input of a field by its type. */
export function FieldInput({ field, input }: FieldInputProps) {
  const { label, type, max_length, nullable } = field
  if (type === 'boolean')
    return nullable ? <Choice label={label} input={input} /> : <Toggle label={label} input={input} />
  if (type === 'datetime') return <DateTimeInput label={label} {...input} />
  if (type === 'integer') return <WholeNumberInput label={label} min={null} {...input} />
  if (type === 'number') return <DecimalInput label={label} min={null} {...input} />
  if ((max_length ?? 0) > LONGEST_LINE) return <Textarea label={label} autosize minRows={2} {...input} />
  return <TextInput label={label} {...(max_length ? { maxLength: max_length } : {})} {...input} />
}

interface ToggleProps {
  label: string
  input: GetInputPropsReturnType
}

const Toggle = ({ label, input: { value, ...input } }: ToggleProps) => (
  <Switch label={label} checked={value === true} {...input} />
)

/** Yes, no or nothing. */
function Choice({ label, input: { value, onChange, ...input } }: ToggleProps) {
  const words = common.useWords()
  return (
    <Select
      label={label}
      clearable
      data={[
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => onChange(chosen === null ? null : chosen === 'true')}
      {...input}
    />
  )
}
