import { hashKey } from '@tanstack/react-query'
import { createTRPCClient, httpLink } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import superjson from 'superjson'
import { shopUrl } from '#console/app/address.ts'
import { queryClient } from '#console/app/api.ts'
import { answerOfShop } from '#console/app/fetch-from-shop.ts'
import type { OperatorRouter } from '#routers/operator/index.ts'

/** Calls procedures without a cache. */
export const operatorClient = createTRPCClient<OperatorRouter>({
  links: [
    httpLink({
      url: `${shopUrl}operator/trpc`,
      transformer: superjson,
      fetch: async (input, init) => answerOfShop(await fetch(input, init)),
    }),
  ],
})

/** The procedures of the operators: `useQuery(operator.shops.list.queryOptions())`. */
export const operator = createTRPCOptionsProxy<OperatorRouter>({ client: operatorClient, queryClient })

export const currentKey = operator.account.current.queryKey()

/** Shows the form to sign in, and forgets all that the operator has seen. */
export async function endSession(): Promise<void> {
  await queryClient.resetQueries({ queryKey: currentKey })
  forgetPages()
}

/** The next operator has other rights and another account. */
export function forgetPages(): void {
  const current = hashKey(currentKey)
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== current })
}

/** Every action can change every page of the operators: it is a line of the activity. */
export const refresh = (): Promise<void> => queryClient.invalidateQueries()
