import { describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'

/* Sold items keep the discount of the sale after changes of the discount and the product. */

const { shop, region, option, orders, edits, placeEditableOrder } = await useOrderEditShop()
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)

type Discount = Awaited<ReturnType<typeof shop.given.discount>>

const changes: [string, (discount: Discount) => Promise<unknown>][] = [
  ['raised', (discount) => changeRule(discount, { value: 50 })],
  ['lowered', (discount) => changeRule(discount, { value: 0 })],
  ['disabled', ({ id }) => expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true }))],
  ['deleted', ({ id }) => expectSuccess(shop.admin.delete(`/admin/discounts/${id}`))],
  [
    'limited to other products',
    async ({ id }) => {
      const other = await shop.given.variant()
      const condition = { operator: 'in', products: [other.product_id] }
      return expectSuccess(shop.admin.post(`/admin/discounts/${id}/conditions`, condition))
    },
  ],
]

const changeRule = ({ id, rule }: Discount, change: object) =>
  expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { rule: { id: rule.id, ...change } }))

describe('an order edit', () => {
  test.each(changes)('an edit keeps the discount of the sale after the discount was %s', async (_, change) => {
    const discount = await shop.given.discount(region, { value: 10 })
    const { order, first, second } = await placeEditableOrder({ discounts: [discount.code] })
    await change(discount)
    const edit = await edits.begin(order)
    expect(edit).toMatchObject({ difference_due: 0, total: order.total })
    expect(await edits.change(edit, lineOfVariant(edit, second), 3)).toMatchObject({ difference_due: 2 * 540 })
    expect(await edits.change(edit, lineOfVariant(edit, first), 1)).toMatchObject({ difference_due: 2 * 540 - 1080 })
    expect(await edits.add(edit, first)).toMatchObject({ difference_due: 2 * 540 })
    await edits.act(edit, 'confirm')
    expect(await orders.readOrder(order)).toMatchObject({ total: order.total + 2 * 540, discount_total: 350 })
  })

  test('edits have the exact rate of the sale, also if the shares of the sale are too small to show it', async () => {
    const discount = await shop.given.discount(region, { value: 33 })
    const cheap = await shop.given.variant({ prices: [5], stock: 1000 })
    const order = await shop.given.order({ region, lines: [[cheap, 1]], discounts: [discount.code] })
    expect(order.discount_total).toBe(2)
    await changeRule(discount, { value: 40 })
    const discountOf = async (quantity: number) => {
      const edit = await edits.begin(order)
      const { discount_total } = await edits.change(edit, lineOfVariant(edit, cheap), quantity)
      await edits.act(edit, 'confirm')
      return discount_total
    }
    expect([await discountOf(100), await discountOf(3), await discountOf(100)]).toEqual([165, 5, 165])
    const edit = await edits.begin(order)
    expect(await edits.add(edit, await shop.given.variant({ prices: [1000] }))).toMatchObject({ discount_total: 495 })
  })

  test('added units take the part of a fixed discount that the order was too small for', async () => {
    const discount = await shop.given.discount(region, { type: 'fixed', value: 2500, allocation: 'total' })
    const { order, first } = await placeEditableOrder({ discounts: [discount.code] })
    expect(order).toMatchObject({ subtotal: 2000 + 500, discount_total: 2500 })
    await changeRule(discount, { value: 9000 })
    const edit = await edits.begin(order)
    expect(await edits.change(edit, lineOfVariant(edit, first), 1)).toMatchObject({ discount_total: 1500 })
    await edits.act(edit, 'confirm')
    const raised = await edits.begin(order)
    expect(await edits.change(raised, lineOfVariant(raised, first), 5)).toMatchObject({ discount_total: 2500 })
  })

  test('a fixed discount keeps its allocation after the merchant changed it', async () => {
    const discount = await shop.given.discount(region, { type: 'fixed', value: 300, allocation: 'item' })
    const { order, first } = await placeEditableOrder({ discounts: [discount.code] })
    await changeRule(discount, { allocation: 'total' })
    const edit = await edits.begin(order)
    expect(await edits.change(edit, lineOfVariant(edit, first), 3)).toMatchObject({ discount_total: 4 * 300 })
  })

  test('an edit of another line keeps the discount of a deleted product', async () => {
    const discount = await shop.given.discount(region, { value: 10 })
    const { order, first, second } = await placeEditableOrder({ discounts: [discount.code] })
    await expectSuccess(shop.admin.delete(`/admin/products/${first.product_id}`))
    const edit = await edits.begin(order)
    expect(await edits.change(edit, lineOfVariant(edit, second), 3)).toMatchObject({ difference_due: 2 * 540 })
  })
})

describe('a swap', () => {
  test.each(changes)('a like-for-like swap costs nothing after the discount was %s', async (_, change) => {
    const discount = await shop.given.discount(region, { value: 10 })
    const { order, item } = await swaps.placeFulfilledOrder({ price: 6000, discounts: [discount.code] })
    await change(discount)
    const { swap } = await expectSuccess(
      shop.post('/store/swaps', {
        order_id: order.id,
        return_items: [{ item_id: item.id, quantity: 1 }],
        additional_items: [{ variant_id: item.variant_id, quantity: 1 }],
      }),
    )
    expect(swap.cart).toMatchObject({ total: 0 })
  })

  test('the sent items of a swap have the exact rate of the sale', async () => {
    const discount = await shop.given.discount(region, { value: 33 })
    const { order, item } = await swaps.placeFulfilledOrder({ price: 5, discounts: [discount.code] })
    await changeRule(discount, { value: 40 })
    const sent = await shop.given.variant({ prices: [1000] })
    const { swap } = await expectSuccess(
      shop.post('/store/swaps', {
        order_id: order.id,
        return_items: [{ item_id: item.id, quantity: 1 }],
        additional_items: [{ variant_id: sent.id, quantity: 1 }],
      }),
    )
    expect(swap.cart).toMatchObject({ discount_total: 330 - 2 })
  })

  /** Sells P and Q with a code of 10 % for P, and captures and fulfills both. */
  async function sellWithProductCode() {
    const [discounted, other] = [
      await shop.given.variant({ prices: [1000] }),
      await shop.given.variant({ prices: [1000] }),
    ]
    const conditions = [{ operator: 'in', products: [discounted.product_id] }]
    const discount = await shop.given.discount(region, { value: 10, conditions })
    const lines = [[discounted, 1] as const, [other, 1] as const]
    const order = await shop.given.order({ region, option, lines, discounts: [discount.code] })
    await orders.act(order, 'capture')
    const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
    await orders.act(order, 'fulfillment', { items })
    return { discounted, other, discount, order }
  }

  const swapFor = async (order: { id: string; items: { id: string; variant_id: string }[] }, [from, to]: string[]) => {
    const line = order.items.find(({ variant_id }) => variant_id === from)
    const { swap } = await expectSuccess(
      shop.post('/store/swaps', {
        order_id: order.id,
        return_items: [{ item_id: line!.id, quantity: 1 }],
        additional_items: [{ variant_id: to!, quantity: 1 }],
      }),
    )
    return swap.cart
  }

  test('a swap sends a discounted product of the order for another one at the rate of the sale', async () => {
    const { discounted, other, discount, order } = await sellWithProductCode()
    await changeRule(discount, { value: 90 })
    expect(await swapFor(order, [other.id, discounted.id])).toMatchObject({ total: -120 })
  })

  test('a swap sends a product that was sold without a discount for its price, also after a change of the conditions', async () => {
    const { discounted, other, discount, order } = await sellWithProductCode()
    const [condition] = discount.rule.conditions
    await expectSuccess(shop.admin.delete(`/admin/discounts/${discount.id}/conditions/${condition!.id}`))
    expect(await swapFor(order, [discounted.id, other.id])).toMatchObject({ total: 120 })
  })

  test('the replacement of a claim is exchanged at the rate of the sale', async () => {
    const { discounted, discount, order } = await sellWithProductCode()
    const [item] = order.items.filter(({ variant_id }) => variant_id === discounted.id)
    const { claims } = await orders.act(order, 'claims', {
      type: 'replace',
      claim_items: [{ item_id: item!.id, quantity: 1, reason: 'other' }],
      additional_items: [{ variant_id: discounted.id, quantity: 1 }],
      shipping_methods: [{ option_id: option.id, price: 0 }],
    })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/claims/${claims[0].id}/fulfillments`, {}))
    await changeRule(discount, { value: 90 })
    const [replacement] = claims[0].additional_items
    expect(await swapFor({ id: order.id, items: [replacement] }, [discounted.id, discounted.id])).toMatchObject({
      total: 0,
    })
  })
})
