import { useConsistentShop } from './consistent-shop.ts'
import { type CartOptions, expectOrder, expectSuccess } from './factories.ts'
import { orderEditActions } from './order-edit-actions.ts'
import type { Identified, Order, Variant } from './resources.ts'
import type { TestShopOptions } from './shop.ts'

export async function useOrderEditShop(options?: TestShopOptions) {
  const consistentShop = await useConsistentShop(options)
  const { shop, region, option } = consistentShop
  return {
    ...consistentShop,
    edits: orderEditActions(() => shop),

    /** Places an order of quantity 2 at 1000 and quantity 1 at 500. The total with tax and shipping is 3600. */
    async placeEditableOrder(more: CartOptions = {}): Promise<{ order: Order; first: Variant; second: Variant }> {
      const first = await shop.given.variant({ stock: 10 })
      const second = await shop.given.variant({ prices: [500], stock: 10 })
      const lines = [[first, 2] as const, [second, 1] as const]
      const cart = await shop.given.payableCart({ region, option, lines, ...more })
      const at = `/store/carts/${cart.id}` as const
      if (cart.payment_sessions.length > 1)
        await expectSuccess(shop.post(`${at}/payment-session`, { provider_id: 'manual' }))
      return { order: await expectOrder(shop.post(`${at}/complete`)), first, second }
    },
  }
}

export function lineOfVariant<Line extends { variant_id: string }>(
  { items }: { items: readonly Line[] },
  { id }: Identified,
): Line {
  const line = items.find((item) => item.variant_id === id)
  if (!line) throw new Error(`No line has the variant ${id}`)
  return line
}
