import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { common } from '#console/strings/common.ts'
import { plugins } from '#console/strings/plugins.ts'
import { DateTimeInput } from '../form/date-time-input.tsx'
import { NamesInput } from '../form/names-input.tsx'
import { DecimalInput, MoneyInput, WholeNumberInput } from '../form/number-input.tsx'
import { FileInput } from './file-input.tsx'
import { JsonInput } from './json-input.tsx'
import { choicesOf, type PluginField } from './plugin-field.ts'
import { RelationInput } from './relation-input.tsx'

interface FieldInputProps {
  field: PluginField
  /** `form.fields.getInputProps(field.name)` */
  input: GetInputPropsReturnType
  /** The currency of an amount. Without it, the user enters minor units. */
  currency?: string | undefined
}

const LONGEST_LINE = 200

/** The input of a field by its type. */
export function FieldInput({ field, input, currency }: FieldInputProps) {
  const words = plugins.useWords()
  const { label, type, max_length, nullable, min, example } = field
  const limits = { min, ...(field.max === null ? {} : { max: field.max }) }
  switch (type) {
    case 'boolean':
      return nullable ? <Choice label={label} input={input} /> : <Toggle label={label} input={input} />
    case 'enum':
      return <Select label={label} data={choicesOf(field)} clearable={nullable} allowDeselect={false} {...input} />
    case 'date':
      return <TextInput type="date" label={label} {...input} />
    case 'datetime':
      return <DateTimeInput label={label} {...input} />
    case 'integer':
      return <WholeNumberInput label={label} {...limits} {...input} />
    case 'number':
      return <DecimalInput label={label} {...limits} {...input} />
    case 'money':
      return currency ? (
        <MoneyInput label={label} currency={currency} {...limits} {...input} />
      ) : (
        <WholeNumberInput label={label} {...limits} {...input} />
      )
    case 'list':
      return field.values ? (
        <MultiSelect label={label} data={choicesOf(field)} {...input} />
      ) : (
        <NamesInput label={label} {...input} />
      )
    case 'relation':
      return <RelationInput field={field} input={input} />
    case 'file':
      return <FileInput field={field} input={input} />
    case 'json':
      return <JsonInput label={label} {...input} />
    case 'text': {
      const shown = { label, ...(example ? { description: words.example(example) } : {}) }
      if ((max_length ?? 0) > LONGEST_LINE) return <Textarea {...shown} autosize minRows={2} {...input} />
      return <TextInput {...shown} {...(max_length ? { maxLength: max_length } : {})} {...input} />
    }
  }
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
