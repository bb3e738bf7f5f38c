import { Code } from '@mantine/core'
import { currentLocale } from '#console/app/language.ts'
import { Money } from '#console/components/money.tsx'
import { formatDay, Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { FileValue } from './file-value.tsx'
import { choiceText, currencyOf, fieldValue, type PluginField } from './plugin-field.ts'
import { RelationLink } from './relation-link.tsx'

interface FieldTextProps {
  field: PluginField
  row: object
  /** The currency of the amounts of the row. Default: the currency in the column of the field. */
  currency?: string | undefined
}

/** The value of a field in words. */
export function FieldText({ field, row, currency = currencyOf(field, row) }: FieldTextProps) {
  const words = common.useWords()
  const value = fieldValue(row, field.name)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' && field.type === 'money' && currency)
    return <Money amount={value} currency={currency} />
  if (typeof value === 'number') return new Intl.NumberFormat(currentLocale()).format(value)
  if (value instanceof Date) return <Time at={value} />
  if (field.type === 'json') return <Code>{JSON.stringify(value)}</Code>
  if (field.type === 'relation') return <RelationLink table={field.target} id={String(value)} />
  if (field.type === 'file') return <FileValue field={field} fileKey={String(value)} />
  if (field.type === 'date') return <>{formatDay(String(value))}</>
  if (field.type === 'enum') return <>{choiceText(String(value))}</>
  if (Array.isArray(value)) return <>{value.map((one) => (field.values ? choiceText(one) : one)).join(', ') || '–'}</>
  return <>{String(value)}</>
}
