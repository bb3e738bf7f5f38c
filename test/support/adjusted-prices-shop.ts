import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import { sumParts, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { definePlugin, type Prices } from '#server/plugin/plugin.ts'
import { type CartOptions, expectSuccess } from './factories.ts'
import { useOrderEditShop } from './order-edit-shop.ts'
import type { Cart, Identified, Order } from './resources.ts'

export const noPrices: Prices = () => []

/** Each unit of a line costs `amount` more. */
export const perUnit =
  (amount: number): Prices =>
  ({ cart }) =>
    cart.items.map((line) => ({ line, amount: amount * line.quantity, description: 'Gift wrap' }))

export const onShipping =
  (amountOf: (price: number) => number): Prices =>
  ({ cart }) =>
    cart.shipping_methods.map((method) => ({
      shipping_method: method,
      amount: amountOf(method.price),
      description: 'Heavy goods',
    }))

/** A shop with a plugin whose prices each test sets. */
export async function useAdjustedPricesShop() {
  let prices = noPrices
  let log = ''
  const logger = pino({ level: 'error' }, { write: (text: string) => (log += text) })
  const giftWrap = definePlugin({ name: 'gift-wrap', prices: (context) => prices(context) })
  const orderEditShop = await useOrderEditShop({ plugins: [giftWrap], logger })
  const { shop, region, option, orders } = orderEditShop
  afterEach(() => {
    prices = noPrices
  })

  const payableCart = async (options: CartOptions & { quantity?: number } = {}) => {
    const lines = [[await shop.given.variant(), options.quantity ?? 2] as const]
    return shop.given.payableCart({ region, option, lines, ...options })
  }
  const complete = async ({ id }: Identified): Promise<Order> => {
    const completion = await expectSuccess(shop.post(`/store/carts/${id}/complete`))
    if (completion.type !== 'order') throw new Error('The completion returned no order')
    return completion.data
  }
  const explain = async ({ id }: Identified): Promise<TotalPart> =>
    (await expectSuccess(shop.get(`/store/carts/${id}/totals/explain`))).total
  const explainOrder = async ({ id }: Identified): Promise<TotalPart> =>
    (await expectSuccess(shop.admin.get(`/admin/orders/${id}/totals/explain`))).total

  /** Completes the cart and expects the same totals, parts and payment in the order. */
  async function expectSameOrder(cart: Cart): Promise<Order> {
    expectSums(await explain(cart), cart)
    const order = await complete(cart)
    for (const shown of [order, await orders.readOrder(order)]) {
      const { subtotal, discount_total, shipping_total, tax_total, total, paid_total } = shown
      expect({ subtotal, discount_total, shipping_total, total }).toEqual({
        subtotal: cart.subtotal,
        discount_total: cart.discount_total,
        shipping_total: cart.shipping_total,
        total: cart.total,
      })
      expect([tax_total, paid_total]).toEqual([cart.tax_total - cart.gift_card_tax_total, cart.total])
      expect(shown.items.map(({ adjustments }) => adjustments)).toEqual(
        cart.items.map(({ adjustments }) => adjustments),
      )
    }
    expectSums(await explainOrder(order), order)
    const { body } = await shop.get(`/store/carts/${cart.id}`)
    expect(body.cart).toMatchObject({ total: cart.total, discount_total: cart.discount_total })
    return order
  }

  return {
    ...orderEditShop,
    setPrices(changed: Prices) {
      prices = changed
    },
    /** Returns the log since the last call. */
    takeLog() {
      const taken = log
      log = ''
      return taken
    },
    payableCart,
    complete,
    explain,
    explainOrder,
    expectSameOrder,
  }
}

export const allOf = (part: TotalPart): TotalPart[] => [part, ...part.parts.flatMap(allOf)]

export function expectSums(root: TotalPart, { total }: { total: number }): void {
  expect(root.amount).toBe(total)
  for (const part of allOf(root)) if (part.parts.length > 0) expect(part.amount).toBe(sumParts(part.parts))
}
