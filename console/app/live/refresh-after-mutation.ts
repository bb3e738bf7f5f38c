import type { Mutation, Query, QueryClient } from '@tanstack/react-query'
import { isDryRun } from '../is-dry-run.ts'
import { routersBeside } from './affected-routers.ts'
import { holdChanges, inputOf, isDue, refetch } from './refresh-queries.ts'

type IsChanged = (query: Query) => boolean

/** What the mutations of a series have changed. Undefined outside of a series. */
let series: IsChanged[] | undefined

/** Runs several mutations, and refetches the changed queries once, at the end. */
export async function refreshOnce(client: QueryClient, run: () => Promise<void>): Promise<void> {
  if (series) return run()
  const changes: IsChanged[] = []
  series = changes
  await holdChanges(async () => {
    try {
      await run()
    } finally {
      series = undefined
      await refetch(client, (query) => changes.some((isChanged) => isChanged(query)))
    }
  })
}

/**
 * Refetches the queries that a mutation may have changed. Runs after `onSuccess` of the mutation, which may close a dialog
 * or leave the page, and before the mutation ends.
 */
export async function refreshAfterMutation(
  client: QueryClient,
  mutation: Mutation<unknown, unknown, unknown>,
  output: unknown,
): Promise<void> {
  const isChanged = changeOf(mutation)
  if (!isChanged || isDryRun(output)) return
  if (series) series.push(isChanged)
  else await refetch(client, isChanged)
}

/** Whether a shown answer of the router is from before its last change, because reading it again has failed. */
export const isOutdated = (client: QueryClient, router: string | undefined): boolean =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ queryKey: [name], state }) => Array.isArray(name) && name[1] === router && state.isInvalidated)

function changeOf({ options, state }: Mutation<unknown, unknown, unknown>): IsChanged | undefined {
  const path: unknown = options.mutationKey?.[0]
  if (!Array.isArray(path)) return undefined
  const [side, router, procedure] = path.map(String)
  // The screens of the session start and end all queries themselves.
  if (router === undefined || router === 'auth') return undefined
  // A completed cart is an order or an exchange.
  const isOrder = side === 'store' && router === 'carts' && procedure === 'complete'
  if (side !== 'admin' && !isOrder) return undefined
  const routers = routersBeside(isOrder ? 'orders' : router)
  const deleted = procedure === 'delete' ? idOf(state.variables) : undefined
  return (query) => {
    const [name] = query.queryKey
    // A page that is being left may still show the deleted row.
    const isGone = deleted !== undefined && idOf(inputOf(query)) === deleted
    return Array.isArray(name) && routers.has(name[1]) && !isGone && isDue(query)
  }
}

const idOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
