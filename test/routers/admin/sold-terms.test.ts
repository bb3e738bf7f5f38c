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
})
