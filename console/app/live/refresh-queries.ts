import type { Query, QueryClient } from '@tanstack/react-query'
import { affectedRouters } from './affected-routers.ts'
import type { Change } from './change.ts'

/** A list with more loaded pages is read again only if one of its rows has changed. */
const MAX_CHEAP_PAGES = 5
const PAUSE = 1000
/** Statistics read many rows, so they are read at most once in this time. */
const STATISTICS_PAUSE = 5000

const waiting = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let holds = 0

/** Refetches the queries that the changes may affect, if a page shows them. */
export function refreshQueries(client: QueryClient, changes: readonly Change[]): void {
  const known = changes.map((change) => ({ ids: new Set(change.ids), routers: affectedRouters(change) }))
  for (const query of client.getQueryCache().getAll())
    if (known.some((change) => isAffected(query, change))) waiting.add(query.queryHash)
  flush(client)
}

/** Live changes wait until the action has ended. */
export async function holdChanges(action: () => Promise<void>): Promise<void> {
  holds += 1
  try {
    await action()
  } finally {
    holds -= 1
  }
}

/**
 * A query that is loading is refetched later, because its current answer may be older than the change. During an action, all
 * queries wait: the action may leave the page of a deleted row.
 */
function flush(client: QueryClient): void {
  const isActing = holds > 0 || client.isMutating() > 0
  const isReady = (query: Query) =>
    !isActing && waiting.has(query.queryHash) && query.state.fetchStatus === 'idle' && isDue(query)
  void refetch(client, isReady)
}

/**
 * Refetches queries at once, if a page shows them. A query that loads for the first time is refetched later, because React
 * Query would wait for its current answer, which may be older than the change.
 */
export async function refetch(client: QueryClient, isMeant: (query: Query) => boolean): Promise<void> {
  const hashes = new Set<string>()
  for (const { queryHash, state } of client.getQueryCache().getAll().filter(isMeant))
    if (state.data === undefined && state.fetchStatus === 'fetching') waiting.add(queryHash)
    else {
      waiting.delete(queryHash)
      hashes.add(queryHash)
    }
  clearTimeout(timer)
  if (waiting.size > 0) timer = setTimeout(() => flush(client), PAUSE)
  await client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}

/** Whether enough time has passed since a query was answered. */
export function isDue({ queryKey: [path], state }: Query): boolean {
  const isStatistic = Array.isArray(path) && path[1] === 'statistics'
  return !isStatistic || Date.now() - state.dataUpdatedAt >= STATISTICS_PAUSE
}

interface KnownChange {
  ids: ReadonlySet<string>
  routers: ReadonlySet<string>
}

function isAffected(query: Query, { ids, routers }: KnownChange): boolean {
  const { queryKey, state } = query
  const [path] = queryKey
  if (path === 'preview') return true
  if (!Array.isArray(path) || !routers.has(path[1])) return false
  const order = orderOf(query)
  if (order !== undefined) return ids.has(order) || hasRow(state.data, ids)
  const pages = pagesOf(state.data)
  return pages.length <= MAX_CHEAP_PAGES || idsIn(pages).some((id) => ids.has(id))
}

export const inputOf = ({ queryKey: [, options] }: Query): Record<string, unknown> => objectOf(objectOf(options).input)

/** The ID of the order in the input of a query. */
function orderOf(query: Query): string | undefined {
  const { id, order_id, resource_id } = inputOf(query)
  return [id, order_id, resource_id].find((one): one is string => typeof one === 'string' && one.startsWith('order_'))
}

const pagesOf = (data: unknown): unknown[] => {
  const { pages } = objectOf(data)
  return Array.isArray(pages) ? pages : []
}

const idsIn = (pages: readonly unknown[]): string[] =>
  pages
    .flatMap((page) => Object.values(objectOf(page)).find(Array.isArray) ?? [])
    .flatMap((row) => {
      const { id } = objectOf(row)
      return typeof id === 'string' ? [id] : []
    })

/** Whether one of the rows is a part of the data, such as a return of an order, which changes without the order. */
function hasRow(data: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof data !== 'object' || data === null) return false
  const { id } = objectOf(data)
  return (typeof id === 'string' && ids.has(id)) || Object.values(data).some((part) => hasRow(part, ids))
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
