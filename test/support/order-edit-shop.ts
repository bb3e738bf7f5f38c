import { useConsistentShop } from './consistent-shop.ts'
import { type CartOptions, expectSuccess, type Json } from './factories.ts'
import { orderEditActions } from './order-edit-actions.ts'
import type { TestShopOptions } from './shop.ts'

export async function useOrderEditShop(options?: TestShopOptions) {
  const consistentShop = await useConsistentShop(options)
  const { shop, region, option } = consistentShop
  return {
    ...consistentShop,
    edits: orderEditActions(() => shop),

    /** Places an order of quantity 2 at 1000 and quantity 1 at 500. With tax and shipping its total is 3600. */
    async placeEditableOrder(more: CartOptions = {}): Promise<{ order: Json; first: Json; second: Json }> {
      const first = await shop.given.variant({ stock: 10 })
      const second = await shop.given.variant({ prices: [500], stock: 10 })
      const lines = [[first, 2] as const, [second, 1] as const]
      const cart = await shop.given.payableCart({ region, option, lines, ...more })
      const at = `/store/carts/${cart.id}`
      if (cart.payment_sessions.length > 1)
        await expectSuccess(shop.post(`${at}/payment-session`, { provider_id: 'manual' }))
      return { order: (await expectSuccess(shop.post(`${at}/complete`))).data, first, second }
    },
  }
}

export const lineOfVariant = ({ items }: Json, { id }: Json): Json => items.find((item: Json) => item.variant_id === id)
