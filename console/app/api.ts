import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { type AppRouter, createShopClient, shopError } from '#client/index.ts'
import { shopUrl } from './address.ts'
import { fetchFromShop } from './fetch-from-shop.ts'
import { refreshAfterMutation } from './live/refresh-after-mutation.ts'
import { reportExpiredSession } from './session.ts'

/** The typed client of the shop. The session cookie authenticates it. */
export const shop = createShopClient({ url: shopUrl, fetch: fetchFromShop })

const reportError = (error: unknown) => {
  if (shopError(error)?.httpStatus === 401) reportExpiredSession()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportError }),
  mutationCache: new MutationCache({
    onError: reportError,
    onSettled: (output, error, _input, _context, mutation, { client }) =>
      error ? undefined : refreshAfterMutation(client, mutation, output),
  }),
  defaultOptions: {
    // A change without a connection fails at once. The default would wait, and send it at any later time.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isTemporary(error),
    },
  },
})

/** Queries and mutations for React Query: `useQuery(trpc.admin.orders.get.queryOptions({ id }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: shop, queryClient })

function isTemporary(error: unknown): boolean {
  const status = shopError(error)?.httpStatus
  return status === undefined || status === 503
}
