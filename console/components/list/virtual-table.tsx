import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import type { Pages } from './list-screen.tsx'
import type { ListState } from './use-list.ts'
import classes from './virtual-table.module.css'

export interface Column<Row> {
  /** The name of the column in `order`, if the list can be sorted by it. */
  sort?: string
  key: string
  title: string
  cell(row: Row): ReactNode
  /** A width in CSS grid, such as `2fr` or `8rem`. Default: `1fr`. */
  width?: string
  align?: 'end'
  /** Columns that a phone does not show. */
  isWideOnly?: boolean
}

interface VirtualTableProps<Row> {
  list: ListState
  pages: Pages
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  nameOf(row: Row): string
  onOpen(row: Row): void
  isSelectable: boolean
}

const ROW_HEIGHT = 52

/** A table that renders only the rows near the screen and loads the next page before its end. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { list, pages, rows, columns, nameOf, onOpen, isSelectable } = props
  const words = useStrings(common)
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: offset,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (last >= rows.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const template = columns.map(({ width = 'minmax(0, 1fr)' }) => width)
  const phoneTemplate = columns.filter(({ isWideOnly }) => !isWideOnly).map(({ width = 'minmax(0, 1fr)' }) => width)
  const select = isSelectable ? ['2.75rem'] : []
  const style = {
    '--columns': [...select, ...template].join(' '),
    '--phone-columns': [...select, ...phoneTemplate].join(' '),
  } as React.CSSProperties
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => list.selected.has(id))
  const toggle = (id: string) => {
    const next = new Set(list.selected)
    if (!next.delete(id)) next.add(id)
    list.select(next)
  }
  return (
    <table
      aria-rowcount={hasNextPage ? -1 : rows.length + 1}
      aria-busy={pages.isFetching}
      className={classes.table}
      style={style}
    >
      <thead>
        <tr aria-rowindex={1} className={classes.head}>
          {isSelectable && (
            <th scope="col" className={classes.select}>
              <Checkbox
                size="xs"
                aria-label={words.selectAll}
                checked={areAllSelected}
                indeterminate={list.selected.size > 0 && !areAllSelected}
                onChange={() => list.select(areAllSelected ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className={classes.body} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <tr
              key={row.id}
              aria-rowindex={index + 2}
              aria-selected={isSelectable ? list.selected.has(row.id) : undefined}
              className={classes.row}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)`, height: ROW_HEIGHT }}
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest('a, button, input, label'))) onOpen(row)
              }}
            >
              {isSelectable && (
                <td className={classes.select}>
                  <Checkbox
                    size="xs"
                    aria-label={words.selectRow(nameOf(row))}
                    checked={list.selected.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classes.cell}
                  data-align={column.align}
                  data-wide-only={column.isWideOnly}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function HeadCell<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { sort, title, align, isWideOnly } = column
  const order = list.text('order')
  const direction = order === sort ? 'ascending' : order === `-${sort}` ? 'descending' : undefined
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={direction} className={classes.headCell} data-align={align} data-wide-only={isWideOnly}>
      {sort ? (
        <UnstyledButton
          className={classes.sort}
          onClick={() => list.change({ order: direction === 'descending' ? sort : `-${sort}` })}
        >
          {title}
          {direction && <Arrow size={13} aria-hidden />}
        </UnstyledButton>
      ) : (
        title
      )}
    </th>
  )
}
