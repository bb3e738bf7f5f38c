import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from '../list/column.ts'
import type { Filter } from '../list/filters.tsx'
import type { ListState } from '../list/use-list.ts'
import { FieldText } from './field-text.tsx'
import { type FieldTable, type PluginField, usePluginFields } from './plugin-field.ts'

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
  const filterable = fields.filter((field) => field.filterable)
  return {
    input: Object.fromEntries(filterable.map((field) => [field.name, filterValue(field, list)])),
    names: fields.map(({ name }) => name),
    columns,
    filters: filterable.map(({ name, label, type }) => ({ name, label, kind: KINDS[type] })),
  }
}

const KINDS = { text: 'text', integer: 'numbers', number: 'numbers', boolean: 'flag', datetime: 'dates' } as const

function filterValue({ name, type }: PluginField, list: ListState): unknown {
  if (type === 'text') return list.text(name)
  if (type === 'boolean') return list.flag(name)
  return type === 'datetime' ? list.dates(name) : list.numbers(name)
}

const columnOf = (field: PluginField): Column<object> => ({
  key: field.name,
  title: field.label,
  sort: field.name,
  width: 'minmax(0, 1fr)',
  cell: (row) => <FieldText field={field} row={row} />,
  isWideOnly: true,
})
