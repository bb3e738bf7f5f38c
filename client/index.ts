import {
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import superjson from 'superjson'
import type { AppRouter } from '#routers/index.ts'
import { FetchEventSource } from './event-source.ts'

export { allPages } from './all-pages.ts'
export type { AppRouter }
export type ShopClient = TRPCClient<AppRouter>

/** `RouterInputs['store']['carts']['create']` is what `client.store.carts.create.mutate()` takes. */
export type RouterInputs = inferRouterInputs<AppRouter>

/** `RouterOutputs['store']['carts']['create']` is what it answers. */
export type RouterOutputs = inferRouterOutputs<AppRouter>

export interface ShopClientOptions {
  /** Where the shop is served: `http://localhost:9000`. */
  url: string
  /** The token of a user of the shop, for `client.admin`. */
  token?: string
  /** Limits what `client.store` sees and sells to the sales channels of this key. */
  publishableKey?: string
  headers?: Record<string, string>
  fetch?: typeof fetch
}

/**
 * Calls the shop, typed from its database to the caller:
 * `await createShopClient({ url }).store.regions.list.query()`.
 *
 * A call with `{ context: { idempotencyKey } }` as its second argument may be sent again without being done again.
 */
export function createShopClient({ url, token, publishableKey, headers, fetch }: ShopClientOptions): ShopClient {
  const to = { url: `${url.replace(/\/+$/, '')}/trpc`, transformer: superjson }
  const own = {
    ...headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(publishableKey ? { 'x-publishable-api-key': publishableKey } : {}),
  }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          ...to,
          EventSource: FetchEventSource,
          eventSourceOptions: { headers: own, fetch },
        }),
        false: httpLink({
          ...to,
          headers: ({ op }) => ({
            ...own,
            ...(typeof op.context.idempotencyKey === 'string' ? { 'idempotency-key': op.context.idempotencyKey } : {}),
          }),
          ...(fetch ? { fetch: fetch as never } : {}),
        }),
      }),
    ],
  })
}

/** Why the shop refused a call. */
export interface ShopError {
  /** `invalid_data`, `not_allowed`, `not_found` and so on: the types of the REST interface. */
  type: string
  /** A refinement of the type, such as `insufficient_inventory`. */
  code: string | undefined
  message: string
  httpStatus: number
}

/** What the shop said of a call that failed; undefined where the failure is not an answer of the shop. */
export function shopError(error: unknown): ShopError | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const { type, code, httpStatus } = (error as TRPCClientError<AppRouter>).data ?? {}
  return type && httpStatus ? { type, code, message: error.message, httpStatus } : undefined
}
