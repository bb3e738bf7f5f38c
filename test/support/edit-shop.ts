import { editDesk } from './edit-desk.ts'
import { answered, type Json, type WantedCart } from './given.ts'
import type { TestShopOptions } from './shop.ts'
import { useSoundShop } from './sound-shop.ts'

/** A sound shop that edits its orders. */
export async function useEditShop(options?: TestShopOptions) {
  const sound = await useSoundShop(options)
  const { shop, region, option } = sound
  return {
    ...sound,
    edits: editDesk(() => shop),

    /** An order of two pieces at 1000 and one at 500, without tax; with it, and shipping, that is 3600. */
    async givenOrder(more: WantedCart = {}): Promise<{ order: Json; first: Json; second: Json }> {
      const first = await shop.given.variant({ stock: 10 })
      const second = await shop.given.variant({ prices: [500], stock: 10 })
      const lines = [[first, 2] as const, [second, 1] as const]
      const cart = await shop.given.payableCart({ region, option, lines, ...more })
      const at = `/store/carts/${cart.id}`
      if (cart.payment_sessions.length > 1)
        await answered(shop.post(`${at}/payment-session`, { provider_id: 'manual' }))
      return { order: (await answered(shop.post(`${at}/complete`))).data, first, second }
    },
  }
}

/** The line of a variant. */
export const lineOf = ({ items }: Json, { id }: Json): Json => items.find((item: Json) => item.variant_id === id)
