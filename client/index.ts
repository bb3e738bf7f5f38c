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
import type { BrokenRule, ImportReasons, OpenBusiness, RefusalReason, RefusalReasons } from '#routers/errors/errors.ts'
import type { AppRouter } from '#routers/index.ts'
import type { AnyShop, ShopRouter } from '#routers/shop-router.ts'
import { FetchEventSource } from './event-source.ts'

export type { DryRun } from '#routers/pipeline/dry-run/dry-run.ts'
export { allPages } from './all-pages.ts'
export { currencyDecimals } from './currency-decimals.ts'
export { dryRun } from './dry-run.ts'
export type { AnyShop, AppRouter, BrokenRule, ImportReasons, OpenBusiness, RefusalReason, RefusalReasons, ShopRouter }

/** The client of a shop. Without a type parameter it is the client of the core. */
export type ShopClient<Shop extends AnyShop = CoreShop> = TRPCClient<ShopRouter<Shop>>

interface CoreShop {
  readonly plugins: readonly []
}

/** `RouterInputs['store']['carts']['create']` is the input of `client.store.carts.create.mutate()`. */
export type RouterInputs = inferRouterInputs<AppRouter>

export type RouterOutputs = inferRouterOutputs<AppRouter>

/** A header that is undefined is not sent. */
type HeaderValues = Record<string, string | undefined>

export interface ShopClientOptions {
  url: string
  /** API token of a user, for `client.admin`. */
  token?: string
  /** Limits `client.store` to the sales channels of this key. */
  publishableKey?: string
  /** Headers of each request. A function is called before each request, such as for a token that changes. */
  headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>)
  /** Whether requests to another origin send and store cookies. Default: false. */
  credentials?: boolean
  fetch?: typeof fetch
}

const definedOf = (headers: HeaderValues = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/**
 * The type of a shop with plugins is a parameter: `createShopClient<typeof shop>({ url })`.
 * A call with the option `{ context: { idempotencyKey } }` can be repeated without a second effect.
 */
export function createShopClient<Shop extends AnyShop = CoreShop>(options: ShopClientOptions): ShopClient<Shop>
export function createShopClient({ url, token, publishableKey, headers, ...options }: ShopClientOptions): ShopClient {
  const to = { url: `${url.replace(/\/+$/, '')}/trpc`, transformer: superjson }
  const fetch = fetchOf(options)
  const ownHeaders = async () => ({
    ...definedOf(typeof headers === 'function' ? await headers() : headers),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(publishableKey ? { 'x-publishable-api-key': publishableKey } : {}),
  })
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          ...to,
          EventSource: FetchEventSource,
          eventSourceOptions: async () => ({ headers: await ownHeaders(), fetch }),
        }),
        false: httpLink({
          ...to,
          headers: async ({ op }) => ({
            ...(await ownHeaders()),
            ...(op.context.dryRun === true ? { 'x-dry-run': 'true' } : {}),
            ...(typeof op.context.idempotencyKey === 'string' ? { 'idempotency-key': op.context.idempotencyKey } : {}),
          }),
          ...(fetch ? { fetch } : {}),
        }),
      }),
    ],
  })
}

const fetchOf = ({ credentials, fetch }: Pick<ShopClientOptions, 'credentials' | 'fetch'>): typeof fetch | undefined =>
  credentials ? (target, init) => (fetch ?? globalThis.fetch)(target, { ...init, credentials: 'include' }) : fetch

export interface ShopError {
  /** Error type of the REST API, such as `invalid_data`, `not_allowed` or `not_found`. */
  type: string
  /** Error code, such as `insufficient_inventory`. Undefined for most errors. */
  code: string | undefined
  message: string
  httpStatus: number
  /** The parts of the input that the error is about. */
  fields: readonly { path: string; message: string; rule?: BrokenRule | undefined }[]
  /** The reason with values for its text, to translate it. Undefined for errors without a reason. A client then shows `message`. */
  reason: RefusalReason | undefined
}

/** Returns the error that the shop sent, or undefined for another error such as a failed connection. */
export function shopError(error: unknown): ShopError | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const { type, code, httpStatus, fields = [], reason } = (error as TRPCClientError<AppRouter>).data ?? {}
  return type && httpStatus ? { type, code, message: error.message, httpStatus, fields, reason } : undefined
}
