import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '#console/app/use-is-phone.ts'
import { common } from '#console/strings/common.ts'
import type { Column, RowPage } from './column.ts'
import { ListRow, ROW_HEIGHT, type RowHandlers } from './list-row.tsx'
import { ShownColumns } from './phone-note.tsx'
import { readableWidth } from './readable-width.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { ListState, Pages } from './use-list.ts'
import classes from './virtual-table.module.css'

interface VirtualTableProps<Row> {
  list: ListState
  pages: Pages
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  nameOf(row: Row): string
  page: RowPage | undefined
  onOpen(row: Row): void
  isSelectable: boolean
}

/** A table that renders only the rows near the screen and loads the next page before its end. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { list, pages, rows, columns, nameOf, page, isSelectable } = props
  const words = common.useWords()
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(body.current?.offsetTop ?? 0), [])
  const isPhone = useIsPhone()
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isPhone ? ROW_HEIGHT.phone : ROW_HEIGHT.wide),
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 6,
    scrollMargin: offset,
    // The first rendering shows all rows of the screen.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of screen decides the height of each row
  useEffect(() => virtual.measure(), [isPhone])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (last >= rows.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const widths = [...(isSelectable ? ['2.75rem'] : []), ...columns.map(({ width }) => readableWidth(width))]
  const style = { '--columns': widths.join(' ') } as React.CSSProperties
  const head = useRef<HTMLTableSectionElement>(null)
  const areAllSelected = rows.length > 0 && rows.every(({ id }) => list.selected.has(id))
  const handlers = useRowHandlers(props)
  const keys = useMemo(() => columns.map(({ key }) => key), [columns])
  return (
    <table
      aria-rowcount={hasNextPage ? -1 : rows.length + 1}
      aria-busy={pages.isFetching}
      className={classes.table}
      style={style}
    >
      <thead ref={head} onScroll={() => scrollWith(head, body)}>
        <tr aria-rowindex={1} className={classes.head}>
          {isSelectable && (
            <th scope="col" className={classes.select}>
              <RowCheckbox
                label={words.selectAll}
                isChecked={areAllSelected}
                isPartlyChecked={list.selected.size > 0 && !areAllSelected}
                onToggle={() => list.select(areAllSelected ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        className={classes.body}
        style={{ height: virtual.getTotalSize() }}
        onScroll={() => scrollWith(body, head)}
      >
        <ShownColumns value={keys}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <ListRow
                key={row.id}
                row={row}
                name={nameOf(row)}
                index={index}
                measure={isPhone ? virtual.measureElement : undefined}
                top={start - virtual.options.scrollMargin}
                columns={columns}
                page={page}
                isSelected={isSelectable ? list.selected.has(row.id) : undefined}
                handlers={handlers}
              />
            )
          })}
        </ShownColumns>
      </tbody>
    </table>
  )
}

type Scrolled = React.RefObject<HTMLTableSectionElement | null>

/** The head stays at the top of the window, so it scrolls on its own. */
function scrollWith({ current: moved }: Scrolled, { current: other }: Scrolled): void {
  if (moved && other && other.scrollLeft !== moved.scrollLeft) other.scrollLeft = moved.scrollLeft
}

/** Handlers that are the same in each rendering, so that the rows need not render again. */
function useRowHandlers<Row extends { id: string }>(props: VirtualTableProps<Row>): RowHandlers<Row> {
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [handlers] = useState<RowHandlers<Row>>(() => ({
    open: (row) => latest.current.onOpen(row),
    toggle(id) {
      const { selected, select } = latest.current.list
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      select(next)
    },
  }))
  return handlers
}

function HeadCell<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { sort, title, align } = column
  const order = list.text('order')
  const direction = order === sort ? 'ascending' : order === `-${sort}` ? 'descending' : undefined
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={direction} className={classes.headCell} data-align={align}>
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
