import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { type AppRouter, createShopClient, type ShopClient, shopError } from '#client/index.ts'
import { shopUrl } from './address.ts'
import { fetchFromShop } from './fetch-from-shop.ts'
import { refreshAfterMutation } from './live/refresh-after-mutation.ts'
import { refuseBeyondRole } from './refuse-beyond-role.ts'
import { reportExpiredSession } from './session.ts'

/** The typed client of the shop. The session cookie authenticates it. */
export const shop: ShopClient = createShopClient({
  url: shopUrl,
  // The shop leaves out the relations that the role of the user does not allow, instead of refusing the whole request.
  headers: { prefer: 'handling=lenient' },
  fetch: async (input, init) => {
    const isQuery = init?.method !== 'POST'
    const refusal = isQuery ? refuseBeyondRole(String(input), queryClient.getQueryData(permissionsKey())) : undefined
    return refusal ?? fetchFromShop(input, init)
  },
})

const reportError = (error: unknown) => {
  const failure = shopError(error)
  if (failure?.httpStatus === 401) reportExpiredSession()
  const isWithheld = failure?.reason?.name === 'second_factor_missing'
  if (isWithheld || (failure?.reason?.name === 'not_in_role' && isNews(failure.reason))) {
    void queryClient.invalidateQueries({ queryKey: permissionsKey() })
  }
}

/** Whether the role has lost a right since the page has read it. */
const isNews = ({ scope }: { scope: string }) =>
  queryClient.getQueryData(permissionsKey())?.procedures.includes(scope) ?? true

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

const permissionsKey = () => trpc.admin.auth.permissions.queryKey()

function isTemporary(error: unknown): boolean {
  const status = shopError(error)?.httpStatus
  return status === undefined || status === 503
}
