import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { ShopSwitchRouter } from '#routers/operator/shop-switch.ts'
import { pageUrl } from '../address.ts'
import { answerOfShop } from '../fetch-from-shop.ts'

/** The procedures for the shops of a person. */
export const ownShops = createTRPCClient<ShopSwitchRouter>({
  links: [
    httpLink({
      url: pageUrl('shops'),
      transformer: superjson,
      fetch: async (input, init) => answerOfShop(await fetch(input, init)),
    }),
  ],
})
