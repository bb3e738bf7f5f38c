import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from '../list/column.ts'
import type { Filter } from '../list/filters.tsx'
import type { ListState } from '../list/use-list.ts'
import { FieldText } from './field-text.tsx'
import { choicesOf, type FieldTable, type PluginField, usePluginFields } from './plugin-field.ts'

interface ListFields {
  /** The filters as the input of the list procedure. */
  input: object
  names: string[]
  columns: Column<object>[]
  filters: Filter[]
}

/** The number of columns of plugins that fit next to those of the longest list, by the width of the window. */
function useColumnCount(): number {
  const isWide = useMediaQuery('(min-width: 80em)', undefined, AT_ONCE)
  const isWider = useMediaQuery('(min-width: 90em)', undefined, AT_ONCE)
  return isWider ? 3 : isWide ? 1 : 0
}

const AT_ONCE = { getInitialValueInEffect: false }

/** The columns and filters of the fields of plugins in a list. */
export function useListFields(table: FieldTable, list: ListState): ListFields {
  const known = usePluginFields(table)
  const fields = known ?? []
  const count = useColumnCount()
  const columns = useMemo(() => known?.slice(0, count).map(columnOf) ?? [], [known, count])
  const filterable = fields.filter(({ filterable, type }) => filterable && type !== 'money')
  return {
    input: Object.fromEntries(filterable.map((field) => [field.name, filterValue(field, list)])),
    names: fields.map(({ name }) => name),
    columns,
    filters: filterable.map(filterOf),
  }
}

function filterOf(field: PluginField): Filter {
  const { name, label, type } = field
  if (field.values) return { kind: 'choice', name, label, options: choicesOf(field) }
  if (type === 'boolean') return { kind: 'flag', name, label }
  if (type === 'date' || type === 'datetime') return { kind: 'dates', name, label }
  return { kind: type === 'text' || type === 'list' ? 'text' : 'numbers', name, label }
}

function filterValue(field: PluginField, list: ListState): unknown {
  const { name, type } = field
  if (type === 'boolean') return list.flag(name)
  if (type === 'date') return list.days(name)
  if (type === 'datetime') return list.dates(name)
  if (type !== 'list') return type === 'integer' || type === 'number' ? list.numbers(name) : list.text(name)
  const one = list.text(name)
  return one === undefined || field.element === 'text' || field.element === 'enum' ? one : Number(one)
}

const columnOf = (field: PluginField): Column<object> => ({
  key: field.name,
  title: field.label,
  sort: field.name,
  width: 'minmax(0, 1fr)',
  cell: (row) => <FieldText field={field} row={row} />,
  isWideOnly: true,
})
