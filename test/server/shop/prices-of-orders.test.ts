import { expect, test } from 'vitest'
import { priceOrder, readOrder } from '#entities/orders/order/read-order.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { expectSums, noPrices, onShipping, perUnit, useAdjustedPricesShop } from '#test/support/adjusted-prices-shop.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant } from '#test/support/order-edit-shop.ts'
import type { Identified } from '#test/support/resources.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const {
  shop,
  region,
  option,
  orders,
  edits,
  placeEditableOrder,
  setPrices,
  payableCart,
  explain,
  explainOrder,
  expectSameOrder,
} = await useAdjustedPricesShop()
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)

test('an order edit keeps the adjustment of each unit', async () => {
  const { code } = await shop.given.discount(region, { value: 10 })
  setPrices(perUnit(100))
  const { order, first, second } = await placeEditableOrder({ discounts: [code] })
  setPrices(noPrices)
  const edit = await edits.begin(order)
  const changed = await edits.change(edit, lineOfVariant(edit, first), 3)
  expect(lineOfVariant(changed, first)).toMatchObject({ subtotal: 3000, discount_total: 30, total: 3564 })
  expect(lineOfVariant(changed, first).adjustments).toMatchObject([
    { description: 'Gift wrap', amount: -300 },
    { description: 'discount', amount: 330 },
  ])
  const added = await shop.given.variant()
  expect(lineOfVariant(await edits.add(edit, added), added).adjustments).toMatchObject([{ amount: 100 }])
  const removed = await edits.remove(edit, lineOfVariant(edit, second))
  expect(removed.items).toHaveLength(2)
  await edits.undo(edit, removed.changes.at(-1) as Identified)
  await edits.act(edit, 'confirm')
  const edited = await orders.readOrder(order)
  expect(lineOfVariant(edited, first).total).toBe(3564)
  expect(lineOfVariant(edited, second).total).toBe(lineOfVariant(order, second).total)
  expectSums(await explainOrder(order), edited)
})

test('an order edit keeps the adjustments of fulfilled lines', async () => {
  setPrices(perUnit(100))
  const { order, first, second } = await placeEditableOrder()
  setPrices(noPrices)
  await orders.act(order, 'capture')
  await orders.fulfillFirstLine(order)
  const edit = await edits.begin(order)
  const [fulfilled, other] = lineOfVariant(order, first) === order.items[0] ? [first, second] : [second, first]
  await edits.change(edit, lineOfVariant(edit, other), 4)
  await edits.act(edit, 'confirm')
  const edited = await orders.readOrder(order)
  expect(lineOfVariant(edited, fulfilled).total).toBe(lineOfVariant(order, fulfilled).total)
  expect(lineOfVariant(edited, other).adjustments).toMatchObject([{ description: 'Gift wrap', amount: -400 }])
})

test('the refunds of single units add up to the adjusted price of the line', async () => {
  setPrices(({ cart }) => cart.items.map((line) => ({ line, amount: 101, description: 'Gift wrap' })))
  const free = await shop.given.freeShippingOption(region)
  const lines = [[await shop.given.variant(), 3] as const]
  const order = await shop.given.fulfilledOrder({ region, option: free, lines })
  const [item] = order.items
  expect(item.total).toBe(3721)
  const refunds: number[] = []
  for (let unit = 0; unit < 3; unit += 1) {
    const items = [{ item_id: item.id, quantity: 1 }]
    await orders.act(order, 'return', { items, receive_now: true })
    const { refunded_total } = await orders.readOrder(order)
    refunds.push(refunded_total)
  }
  expect(refunds).toEqual([1240, 2481, 3721])
})

test('a claim refunds the adjusted price', async () => {
  setPrices(perUnit(100))
  const line = await createDeliveredLine(shop, { region, quantity: 2 })
  expect(line.item.total).toBe(2640)
  const { order } = await expectSuccess(shop.admin.post(line.path, refundClaimBody(line)))
  expect(order.claims[0]?.refund_amount).toBe(1320)
})

test('a swap credits the adjusted price, and adjusts the price of the items that it sends', async () => {
  setPrices(perUnit(100))
  const swap = await swaps.createSwap({ quantity: 2, replacementPrice: 3000 })
  const cart = await swaps.cart(swap)
  const [returned, sent] = [cart.items.find(({ is_return }) => is_return), cart.items.find((line) => !line.is_return)]
  expect(returned).toMatchObject({ subtotal: -1000, discount_total: 100, total: -1320 })
  expect(returned?.adjustments).toMatchObject([{ description: 'Gift wrap', discount_id: null, amount: 100 }])
  expect(sent).toMatchObject({ subtotal: 3000, discount_total: -100, total: 3720 })
  expectSums(await explain(cart), cart)
  await swaps.confirmSwap(swap, option)
  const confirmed = await swaps.read(swap)
  expect(confirmed.difference_due).toBe(2400 + 600)
  expect(confirmed.additional_items).toMatchObject([{ total: 3720 }])
})

test('a draft order has the adjusted prices', async () => {
  setPrices(perUnit(100))
  const draft = await shop.given.draftOrder({ region, option })
  expect(draft.cart).toMatchObject({ discount_total: -100, total: 1920 })
  const { draft_orders } = await expectSuccess(shop.admin.get('/admin/draft-orders'))
  expect(draft_orders[0]?.cart?.items[0]?.adjustments).toMatchObject([{ description: 'Gift wrap', amount: -100 }])
  const { order } = await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft.id}/pay`))
  expect(order).toMatchObject({ discount_total: -100, total: 1920 })
})

test('orders stay readable after the removal of the plugin', async () => {
  setPrices((context) => [...perUnit(100)(context), ...onShipping(() => 50)(context)])
  const order = await expectSameOrder(await payableCart())
  const orm = await openDatabase(shop.databaseUrl)
  const stored = await readOrder(orm.em.fork(), order.id)
  await orm.close()
  expect(stored && priceOrder(stored)).toMatchObject({ discount_total: -200, shipping_total: 550, total: order.total })
})
