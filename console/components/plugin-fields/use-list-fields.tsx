import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from '../list/column.ts'
import type { Filter } from '../list/filters.ts'
import type { ListState } from '../list/use-list.ts'
import { FieldText } from './field-text.tsx'
import { choicesOf, type FieldTable, type PluginField, usePluginFields } from './plugin-field.ts'

interface ListFields {
  /** The filters as the input of the list procedure. */
  input: object
  /** A list shows as many as fit, until the user chooses columns. */
  columns: Column<object>[]
  /** The names of the fields among columns, for the `fields` of the list procedure. */
  columnsOf(columns: readonly { key: string }[]): string[]
  filters: Filter[]
}

const LISTS_WITH_ROOM: readonly FieldTable[] = ['order', 'customer', 'product']

/** The number of columns of plugins that fit next to those of the list, by the width of the window. */
function useColumnCount(table: FieldTable): number {
  const isWide = useMediaQuery('(min-width: 80em)', undefined, AT_ONCE)
  const isWider = useMediaQuery('(min-width: 90em)', undefined, AT_ONCE)
  return !LISTS_WITH_ROOM.includes(table) ? 0 : isWider ? 3 : isWide ? 1 : 0
}

const AT_ONCE = { getInitialValueInEffect: false }

/** The columns and filters of the fields of plugins in a list. */
export function useListFields(table: FieldTable, list: ListState): ListFields {
  const known = usePluginFields(table)
  const fields = known ?? []
  const count = useColumnCount(table)
  const columns = useMemo(() => known?.map((field, i) => columnOf(field, i >= count)) ?? [], [known, count])
  const filterable = fields.filter(({ filterable, type }) => filterable && type !== 'money')
  return {
    input: Object.fromEntries(filterable.map((field) => [field.name, filterValue(field, list)])),
    columns,
    columnsOf: (shown) => fields.flatMap((field) => (shown.some(({ key }) => key === keyOf(field)) ? field.name : [])),
    filters: filterable.map(filterOf),
  }
}

function filterOf(field: PluginField): Filter {
  const { name, label, type } = field
  if (field.values) return { kind: 'choice', name, label, options: choicesOf(field) }
  if (type === 'boolean') return { kind: 'flag', name, label }
  if (type === 'date' || type === 'datetime') return { kind: 'dates', name, label }
  return { kind: isWords(field) ? 'text' : 'numbers', name, label }
}

const WORDS: readonly PluginField['type'][] = ['text', 'list', 'relation', 'file']
const isWords = ({ type }: PluginField): boolean => WORDS.includes(type)

function filterValue(field: PluginField, list: ListState): unknown {
  const { name, type } = field
  if (type === 'boolean') return list.flag(name)
  if (type === 'date') return list.days(name)
  if (type === 'datetime') return list.dates(name)
  if (type !== 'list') return type === 'integer' || type === 'number' ? list.numbers(name) : list.text(name)
  const one = list.text(name)
  return one === undefined || field.element === 'text' || field.element === 'enum' ? one : Number(one)
}

/** Not the key of a column of the core, such as `name` of a person. */
const keyOf = ({ name }: PluginField): string => `field:${name}`

const UNSORTED: readonly PluginField['type'][] = ['json', 'list']

const columnOf = (field: PluginField, isOptional: boolean): Column<object> => ({
  key: keyOf(field),
  title: field.label,
  ...(UNSORTED.includes(field.type) ? {} : { sort: field.name }),
  width: field.type === 'datetime' ? 'minmax(8rem, 1fr)' : 'minmax(6rem, 1fr)',
  cell: (row) => <FieldText field={field} row={row} />,
  isWideOnly: true,
  isOptional,
})
