import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useIsPhone } from '#console/app/use-is-phone.ts'
import { useUserSetting } from '#console/app/use-user-setting.ts'
import type { Column } from './column.ts'

export interface ListColumns<Row> {
  /** The columns that the list shows, in their order. */
  shown: readonly Column<Row>[]
  /** Whether the user has chosen the columns. */
  isChosen: boolean
  /** Saves the keys of the columns after the first one. Without keys, the list shows its usual columns again. */
  choose(keys?: readonly string[]): void
}

/**
 * The columns that the user has chosen for a list, or its usual columns. The first column names the row, so it is always
 * there. The choice on a phone is separate.
 */
export function useListColumns<Row>(list: string, columns: readonly Column<Row>[]): ListColumns<Row> {
  const isPhone = useIsPhone()
  const setting = useUserSetting(`columns_${list}${isPhone ? '_phone' : ''}`)
  const view = useColumnsOfView()
  const { value, save } = view.value ? view : setting
  const shown = useMemo(() => shownColumns(columns, value, isPhone), [columns, value, isPhone])
  return { shown, isChosen: isKeys(value), choose: save }
}

/** The address has the columns of a saved view. A change of the columns then changes the address. */
function useColumnsOfView() {
  const navigate = useNavigate()
  const { columns } = useSearch({ strict: false }) as { columns?: unknown }
  const text = typeof columns === 'string' ? columns : undefined
  return {
    value: useMemo(() => text?.split(','), [text]),
    save: (keys: readonly string[] | undefined) =>
      void navigate({ to: '.', search: (search) => ({ ...search, columns: keys?.join() }), replace: true }),
  }
}

function shownColumns<Row>(columns: readonly Column<Row>[], keys: unknown, isPhone: boolean): readonly Column<Row>[] {
  const [first, ...others] = columns
  if (!first) return columns
  if (!isKeys(keys)) return [first, ...others.filter((column) => isUsual(column, isPhone))]
  // A column of a plugin may be gone.
  return [first, ...keys.flatMap((key) => others.find((column) => column.key === key) ?? [])]
}

const isUsual = ({ isOptional, isWideOnly }: Pick<Column<never>, 'isOptional' | 'isWideOnly'>, isPhone: boolean) =>
  !isOptional && !(isPhone && isWideOnly)

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string')
