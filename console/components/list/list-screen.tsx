import { Card } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRestricted } from '#console/app/list-search.ts'
import { EmptyState, ErrorState, LoadingLines } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { type BulkAction, BulkActions } from './bulk-actions.tsx'
import type { Column, RowPage } from './column.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { useColumnsWithButtons } from './columns-with-buttons.tsx'
import type { Filter } from './filters.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListState, Pages } from './use-list.ts'
import { useListColumns } from './use-list-columns.ts'
import type { View } from './use-saved-views.ts'
import { VirtualTable } from './virtual-table.tsx'

export interface ListScreenProps<Row extends { id: string }> {
  /** A name for the saved views and columns, such as `customers`. */
  name: string
  list: ListState
  pages: Pages
  /** The rows of all loaded pages. */
  rows: readonly Row[]
  columns: readonly Column<NoInfer<Row>>[]
  /** The name of a row, for screen readers. */
  nameOf: (row: NoInfer<Row>) => string
  /** The page of a row, such as `/customers/$id`. A click on the row opens it. */
  page?: RowPage
  /** Runs after a click on a row, if rows have no page. */
  onOpen?: (row: NoInfer<Row>) => void
  /** Without it, the list has no search field. */
  searchHint?: string
  filters?: readonly Filter[]
  /** Searches and filters with a name, as buttons above the list. */
  views?: readonly View[]
  actions?: readonly BulkAction<NoInfer<Row>>[]
  /** The buttons at the end of a row, and the width of their column. */
  buttons?: { width: string; of(row: NoInfer<Row>): ReactNode }
  empty: { title: string; hint?: string; action?: ReactNode }
}

/** A list by cursor with search, filters, saved views, chosen columns, sorting, selection and actions for the selected rows. */
export function ListScreen<Row extends { id: string }>({
  name,
  list,
  pages,
  rows,
  columns: data,
  nameOf,
  page,
  onOpen = () => {},
  searchHint,
  filters = [],
  views = [],
  actions = [],
  buttons,
  empty,
}: ListScreenProps<Row>) {
  const words = common.useWords()
  const navigate = useNavigate()
  const allowed = actions.filter(({ isAllowed = true }) => isAllowed)
  const choice = useListColumns(name, data)
  const columns = useColumnsWithButtons(choice.shown, buttons?.of, buttons?.width)
  return (
    <Card padding={0} style={{ overflow: 'visible' }}>
      <ListToolbar
        name={name}
        list={list}
        filters={filters}
        views={views}
        sorts={data.flatMap(({ sort }) => sort ?? [])}
        columns={choice.shown.slice(1).map(({ key }) => key)}
        searchHint={searchHint}
      >
        <ColumnChooser columns={data} choice={choice} />
      </ListToolbar>
      {allowed.length > 0 && list.selected.size > 0 && <BulkActions list={list} rows={rows} actions={allowed} />}
      {pages.isPending && <LoadingLines lines={8} />}
      {pages.error !== null && <ErrorState error={pages.error} retry={() => void pages.refetch()} />}
      {!pages.isPending && pages.error === null && rows.length === 0 && (
        <EmptyState
          {...(isRestricted(list.search) ? { title: words.emptySearch, hint: words.emptySearchHint } : empty)}
        />
      )}
      {rows.length > 0 && (
        <VirtualTable
          list={list}
          pages={pages}
          rows={rows}
          columns={columns}
          nameOf={nameOf}
          page={page}
          onOpen={page ? ({ id }) => void navigate({ to: page, params: { id } }) : onOpen}
          isSelectable={allowed.length > 0}
        />
      )}
    </Card>
  )
}
