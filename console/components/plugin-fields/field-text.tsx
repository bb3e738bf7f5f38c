import { currentLocale } from '#console/app/language.ts'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { fieldValue, type PluginField } from './plugin-field.ts'

/** The value of a field in words. */
export function FieldText({ field, row }: { field: PluginField; row: object }) {
  const words = common.useWords()
  const value = fieldValue(row, field.name)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return new Intl.NumberFormat(currentLocale()).format(value)
  if (value instanceof Date) return <Time at={value} />
  return <>{String(value)}</>
}
