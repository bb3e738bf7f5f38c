import type { Json } from './given.ts'
import type { TestShopOptions } from './shop.ts'
import { useSoundShop } from './sound-shop.ts'
import { type Swapped, swapDesk, type WantedSwap } from './swap-desk.ts'

/** A sound shop that exchanges pieces of its orders. */
export async function useSwapShop(options?: TestShopOptions) {
  const sound = await useSoundShop(options)
  const { shop, region, option } = sound
  const desk = swapDesk(
    () => shop,
    () => ({ region, option }),
  )
  return {
    ...sound,
    desk,

    /** A swap that is confirmed with shipping. */
    async confirmed(wanted: WantedSwap = {}): Promise<Swapped> {
      const made = await desk.made(wanted)
      await desk.confirmed(made, option)
      return made
    },

    /** The first swap of the order that is answered. */
    swapAfter: async (path: string, body?: Json): Promise<Json> => (await desk.act(path, body)).swaps[0],

    cancelReturn: ({ swap }: Swapped) => desk.ask(`/admin/returns/${swap.return_order.id}/cancel`),
  }
}
