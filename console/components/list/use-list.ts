import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListSearch } from '#console/app/list-search.ts'
import { shopTimeZone } from '#console/app/time-zone.ts'
import { momentOf } from '#console/components/clock-time.ts'

export interface ListState {
  search: ListSearch
  /** Changes parameters of the URL query. `undefined` removes a parameter. */
  change(search: ListSearch): void
  replace(search: ListSearch): void
  selected: ReadonlySet<string>
  select(ids: ReadonlySet<string>): void
  /** The input that every list procedure takes: `q` and `order`. */
  input: { q?: string; order?: string }
  text(filter: string): string | undefined
  texts(filter: string): string[] | undefined
  flag(filter: string): boolean | undefined
  /** The moments from the first to the last day of a date filter. */
  dates(filter: string): { gte?: Date; lt?: Date } | undefined
  /** The first and the last day of a filter of calendar days. */
  days(filter: string): { gte?: string; lte?: string } | undefined
  numbers(filter: string): { gte?: number; lte?: number } | undefined
}

/** The part of `useInfiniteQuery` that a list needs. */
export interface Pages {
  error: unknown
  isPending: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
  refetch(): Promise<unknown>
}

/** The state of a list, which is stored in the URL: `const list = useList(customersRoute.useSearch())`. */
export function useList(search: ListSearch): ListState {
  const navigate = useNavigate()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const replace = (next: ListSearch) => {
    select(new Set())
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  }
  const text = (filter: string) => {
    const value = search[filter]
    return Array.isArray(value) ? value[0] : value
  }
  const texts = (filter: string) => {
    const value = search[filter]
    return typeof value === 'string' ? [value] : value
  }
  const q = text('q')
  const order = text('order')
  return {
    search,
    change: (changes) => replace({ ...search, ...changes }),
    replace,
    selected,
    select,
    input: { ...(q ? { q } : {}), ...(order ? { order } : {}) },
    text,
    texts,
    flag: (filter) => ({ true: true, false: false })[text(filter) ?? ''],
    dates: (filter) => datesOf(text(`${filter}_from`), text(`${filter}_until`)),
    days: (filter) => daysOf(text(`${filter}_from`), text(`${filter}_until`)),
    numbers: (filter) => numbersOf(text(`${filter}_from`), text(`${filter}_until`)),
  }
}

function datesOf(from: string | undefined, until: string | undefined): { gte?: Date; lt?: Date } | undefined {
  if (!from && !until) return undefined
  return {
    ...(from ? { gte: startOfDay(from) } : {}),
    ...(until ? { lt: startOfDay(until, 1) } : {}),
  }
}

function daysOf(from: string | undefined, until: string | undefined): { gte?: string; lte?: string } | undefined {
  return from || until ? { ...(from ? { gte: from } : {}), ...(until ? { lte: until } : {}) } : undefined
}

function numbersOf(from: string | undefined, until: string | undefined): { gte?: number; lte?: number } | undefined {
  if (!from && !until) return undefined
  return { ...(from ? { gte: Number(from) } : {}), ...(until ? { lte: Number(until) } : {}) }
}

/** Midnight of the shop at the start of a day such as `2026-01-31`. */
function startOfDay(day: string, daysLater = 0): Date {
  const start = new Date(`${day}T00:00Z`)
  start.setUTCDate(start.getUTCDate() + daysLater)
  return momentOf(start.toISOString().slice(0, 16), shopTimeZone())
}

/** For `infiniteQueryOptions` of a list procedure, which reads pages by cursor. */
export const cursorPages = {
  initialCursor: null,
  getNextPageParam: (page: { next_cursor?: string | null | undefined }) => page.next_cursor ?? undefined,
}
