import { useConsistentShop } from './consistent-shop.ts'
import type { Json } from './factories.ts'
import type { TestShopOptions } from './shop.ts'
import { type CreatedSwap, type SwapOptions, swapActions } from './swap-actions.ts'

/** A sound shop that exchanges pieces of its orders. */
export async function useSwapShop(options?: TestShopOptions) {
  const sound = await useConsistentShop(options)
  const { shop, region, option } = sound
  const desk = swapActions(
    () => shop,
    () => ({ region, option }),
  )
  return {
    ...sound,
    desk,

    /** A swap that is confirmed with shipping. */
    async confirmed(wanted: SwapOptions = {}): Promise<CreatedSwap> {
      const made = await desk.made(wanted)
      await desk.confirmed(made, option)
      return made
    },

    /** The first swap of the order that is answered. */
    swapAfter: async (path: string, body?: Json): Promise<Json> => (await desk.act(path, body)).swaps[0],

    cancelReturn: ({ swap }: CreatedSwap) => desk.ask(`/admin/returns/${swap.return_order.id}/cancel`),
  }
}
