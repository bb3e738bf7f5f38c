import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListState, Pages } from './use-list.ts'

/** The rows that a list shows, for `ListScreen`. */
export interface RowList<Row> {
  list: ListState
  pages: Pages
  /** The rows of all loaded pages. */
  rows: Row[]
}

/** Reads a list by pages: `useRowList(list, trpc.….list.infiniteQueryOptions({ … }, cursorPages), (page) => page.orders)`. */
export function useRowList<Page, Failure, Key extends QueryKey, Cursor, Row>(
  list: ListState,
  options: UseInfiniteQueryOptions<Page, Failure, InfiniteData<Page, Cursor>, Key, Cursor>,
  rowsOf: (page: Page) => readonly Row[],
): RowList<Row> {
  const pages = useInfiniteQuery(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is the same for each answer
  const rows = useMemo(() => pages.data?.pages.flatMap(rowsOf) ?? [], [pages.data])
  return { list, pages, rows }
}
