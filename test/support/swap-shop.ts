import { useConsistentShop } from './consistent-shop.ts'
import type { TestShopOptions } from './shop.ts'
import { type CreatedSwap, type SwapOptions, swapActions } from './swap-actions.ts'

export async function useSwapShop(options?: TestShopOptions) {
  const consistentShop = await useConsistentShop(options)
  const { shop, region, option } = consistentShop
  const swaps = swapActions(
    () => shop,
    () => ({ region, option }),
  )
  return {
    ...consistentShop,
    swaps,

    /** Creates a swap and completes its cart with shipping. */
    async createConfirmedSwap(options: SwapOptions = {}): Promise<CreatedSwap> {
      const createdSwap = await swaps.createSwap(options)
      await swaps.confirmSwap(createdSwap, option)
      return createdSwap
    },

    /** Sends a request that returns an order, and returns its first swap. */
    changeSwap: async (path: string, body?: object) => (await swaps.changeOrder(path, body)).swaps[0],

    cancelReturn: ({ swap }: CreatedSwap) => swaps.send(`/admin/returns/${swap.return_order.id}/cancel`),
  }
}
