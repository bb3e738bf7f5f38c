import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { sumParts, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { priceOrder, readOrder } from '#entities/orders/order/read-order.ts'
import { openDatabase } from '#server/database/open.ts'
import { definePlugin, type Prices } from '#server/shop/plugin.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { type CartOptions, expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Cart, Identified, Order } from '#test/support/resources.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const noPrices: Prices = () => []
let prices = noPrices
let log = ''
const logger = pino({ level: 'error' }, { write: (text: string) => (log += text) })
const giftWrap = definePlugin({ name: 'gift-wrap', prices: (context) => prices(context) })
const orderEditShop = await useOrderEditShop({ plugins: [giftWrap], logger })
const { shop, region, option, orders, edits, placeEditableOrder } = orderEditShop
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)
afterEach(() => {
  prices = noPrices
})

/** Each unit of a line costs `amount` more. */
const perUnit =
  (amount: number): Prices =>
  ({ cart }) =>
    cart.items.map((line) => ({ line, amount: amount * line.quantity, description: 'Gift wrap' }))

const onShipping =
  (amountOf: (price: number) => number): Prices =>
  ({ cart }) =>
    cart.shipping_methods.map((method) => ({
      shipping_method: method,
      amount: amountOf(method.price),
      description: 'Heavy goods',
    }))

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
const allOf = (part: TotalPart): TotalPart[] => [part, ...part.parts.flatMap(allOf)]

function expectSums(root: TotalPart, { total }: { total: number }): void {
  expect(root.amount).toBe(total)
  for (const part of allOf(root)) if (part.parts.length > 0) expect(part.amount).toBe(sumParts(part.parts))
}

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
    expect(shown.items.map(({ adjustments }) => adjustments)).toEqual(cart.items.map(({ adjustments }) => adjustments))
  }
  expectSums(await explainOrder(order), order)
  const { body } = await shop.get(`/store/carts/${cart.id}`)
  expect(body.cart).toMatchObject({ total: cart.total, discount_total: cart.discount_total })
  return order
}

test('a surcharge is part of the totals, taxed, and covered by a percentage', async () => {
  prices = perUnit(150)
  const { code } = await shop.given.discount(region, { value: 10 })
  const cart = await payableCart({ discounts: [code] })
  expect(cart).toMatchObject({ subtotal: 2000, discount_total: -70, item_tax_total: 414, total: 2484 + 600 })
  expect(cart.payment_session.amount).toBe(3084)
  const { id, discounts } = { id: cart.items[0].id.replace('item_', 'lia_'), discounts: cart.discounts }
  expect(cart.items[0].adjustments).toEqual([
    { id, item_id: cart.items[0].id, description: 'Gift wrap', discount_id: null, amount: -300, metadata: null },
    expect.objectContaining({ id: `${id}_001`, description: 'discount', discount_id: discounts[0].id, amount: 230 }),
  ])
  const order = await expectSameOrder(cart)
  const part = allOf(await explainOrder(order)).find(({ kind }) => kind === 'price_adjustment')
  expect(part).toEqual({
    kind: 'price_adjustment',
    amount: 300,
    plugin: 'gift-wrap',
    description: 'Gift wrap',
    parts: [],
  })
})

test('a fixed discount is at most the adjusted price', async () => {
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 5000 })
  prices = perUnit(500)
  expect(await payableCart({ discounts: [code] })).toMatchObject({ subtotal: 2000, discount_total: 2000, total: 600 })
  prices = perUnit(-400)
  expect(await payableCart({ discounts: [code] })).toMatchObject({ subtotal: 2000, discount_total: 2000, total: 600 })
})

test('a fixed discount is shared in proportion to the adjusted prices', async () => {
  const [plain, wrapped] = [await shop.given.variant(), await shop.given.variant()]
  prices = ({ cart }) =>
    cart.items
      .filter(({ variant_id }) => variant_id === wrapped.id)
      .map((line) => ({ line, amount: 1000, description: 'Gift wrap' }))
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 300 })
  const lines = [[plain, 1] as const, [wrapped, 1] as const]
  const cart = await payableCart({ lines, discounts: [code] })
  expect(lineOfVariant(cart, plain).discount_total).toBe(100)
  expect(lineOfVariant(cart, wrapped).discount_total).toBe(-800)
  await expectSameOrder(cart)
})

test('a gift card pays a surcharge, and prices that contain tax are adjusted', async () => {
  prices = perUnit(33)
  const gross = await shop.given.region({ tax_rate: 25, includes_tax: true })
  const grossOption = await shop.given.shippingOption(gross, { amount: 1000, includes_tax: true })
  const lines = [[await shop.given.regionalVariant(gross, 1111), 3] as const]
  const { code } = await shop.given.giftCard(gross, 700)
  const cart = await payableCart({ region: gross, option: grossOption, lines, gift_cards: [code] })
  expect(cart).toMatchObject({ subtotal: 2666, discount_total: -99, gift_card_total: 700 })
  await expectSameOrder(cart)
})

test('a plugin is called as often with gift cards as without', async () => {
  const callsFor = async (gift_cards: string[]) => {
    const cart = await payableCart({ gift_cards })
    const adjust = vi.fn(noPrices)
    prices = adjust
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: 3 }))
    return adjust.mock.calls.length
  }
  const { code } = await shop.given.giftCard(region, 100)
  const calls = await callsFor([])
  expect(calls).toBeGreaterThan(0)
  expect(await callsFor([code])).toBe(calls)
})

test('a plugin makes shipping free or more expensive', async () => {
  prices = onShipping((price) => 0 - price)
  const free = await payableCart()
  expect(free).toMatchObject({ shipping_total: 0, shipping_tax_total: 0, total: 2400 })
  expect(free.shipping_methods).toMatchObject([{ price: 500, subtotal: 0, total: 0, original_total: 600 }])
  expect(free.shipping_methods[0]).not.toHaveProperty('adjustments')
  await expectSameOrder(free)

  prices = onShipping(() => 250)
  const heavy = await expectSameOrder(await payableCart())
  expect(heavy).toMatchObject({ shipping_total: 750, total: 3300 })
  expect(heavy.shipping_methods).toMatchObject([{ price: 500, subtotal: 750, tax_total: 150, total: 900 }])
  const parts = allOf(await explainOrder(heavy)).filter(({ kind }) => kind === 'price_adjustment')
  expect(parts).toMatchObject([{ amount: 250, plugin: 'gift-wrap', description: 'Heavy goods' }])

  const { code } = await shop.given.discount(region, { type: 'free_shipping', value: 0, allocation: 'total' })
  expect(await expectSameOrder(await payableCart({ discounts: [code] }))).toMatchObject({ shipping_total: 0 })

  const gross = await shop.given.region({ tax_rate: 25, includes_tax: true })
  const grossOption = await shop.given.shippingOption(gross, { amount: 1000, includes_tax: true })
  const lines = [[await shop.given.regionalVariant(gross, 1000), 1] as const]
  expect(await expectSameOrder(await payableCart({ region: gross, option: grossOption, lines }))).toMatchObject({
    shipping_total: 1050,
    total: 1000 + 1313,
  })
})

test('the lines that allow discounts share an adjustment of the cart', async () => {
  prices = () => [{ amount: -301, description: 'Voucher' }]
  const card = await shop.given.giftCardProduct(5000)
  const [one, two] = [await shop.given.variant(), await shop.given.variant()]
  const cart = await payableCart({ lines: [[card, 1] as const, [one, 1] as const, [two, 2] as const] })
  expect(cart.items.map(({ discount_total }) => discount_total)).toEqual([0, 100, 201])
  await expectSameOrder(cart)
})

test('no price falls below 0', async () => {
  prices = perUnit(-5000)
  const cart = await payableCart()
  expect(cart).toMatchObject({ subtotal: 2000, discount_total: 2000, tax_total: 100, total: 600 })
  await expectSameOrder(cart)
})

test.each([450_000_000_000, 4_000_000_000_000_000])('a cart with a surcharge of %d is refused', async (amount) => {
  const cart = await payableCart()
  prices = perUnit(amount)
  expect(await shop.get(`/store/carts/${cart.id}`)).toMatchObject({
    status: 400,
    body: { message: 'The total of the cart is too large' },
  })
})

test.each([
  ['a fraction', () => ({ amount: 0.5 })],
  ['no number', () => ({ amount: Number.NaN })],
  ['an unknown line', () => ({ amount: 1, line: { id: 'item_other' } })],
])('%s is an error that is logged with the name of the plugin', async (_, adjustment) => {
  const cart = await payableCart()
  log = ''
  prices = () => [{ description: 'Fee', ...adjustment() }]
  const reply = await shop.get(`/store/carts/${cart.id}`)
  expect(reply).toMatchObject({ status: 500, body: { message: 'An unknown error occurred.' } })
  expect(log).toContain('The plugin gift-wrap returned an invalid price adjustment (Fee: ')
  prices = noPrices
  expect(await shop.get(`/store/carts/${cart.id}`)).toMatchObject({
    status: 200,
    body: { cart: { total: cart.total } },
  })
})

test('each request of a checkout computes the same prices', async () => {
  const seen = new Set<string>()
  prices = (context) => {
    const adjustments = perUnit(100)(context)
    const { id, items, region_id } = context.cart
    if (items.length > 0) seen.add(JSON.stringify([id, region_id, items.map((line) => [line.id, line.unit_price])]))
    return adjustments
  }
  const cart = await payableCart({ quantity: 1 })
  await expectSameOrder(cart)
  expect(seen.size).toBe(1)
})

test('an order edit keeps the adjustment of each unit', async () => {
  const { code } = await shop.given.discount(region, { value: 10 })
  prices = perUnit(100)
  const { order, first, second } = await placeEditableOrder({ discounts: [code] })
  prices = noPrices
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
  prices = perUnit(100)
  const { order, first, second } = await placeEditableOrder()
  prices = noPrices
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

test('a price that changed after the choice of the payment needs another completion', async () => {
  const cart = await payableCart()
  prices = perUnit(100)
  const reply = await shop.post(`/store/carts/${cart.id}/complete`)
  expect(reply.body).toMatchObject({ type: 'cart', data: { completed_at: null, total: cart.total + 240 } })
  expect(await complete(cart)).toMatchObject({ total: cart.total + 240, paid_total: cart.total + 240 })
})

test('plugins see all columns of variants, products and customers', async () => {
  const { variants } = await shop.given.product({ weight: 700 })
  const heavy = new Set<number | null | undefined>()
  prices = ({ cart }) =>
    cart.items.map((line) => {
      heavy.add(line.variant?.product.weight)
      return { line, amount: (line.variant?.product.weight ?? 0) * line.quantity, description: 'Heavy goods' }
    })
  expect(await payableCart({ lines: [[variants[0], 2]] })).toMatchObject({ discount_total: -1400 })
  expect([...heavy]).toEqual([700])
})

test('the refunds of single units add up to the adjusted price of the line', async () => {
  prices = ({ cart }) => cart.items.map((line) => ({ line, amount: 101, description: 'Gift wrap' }))
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
  prices = perUnit(100)
  const line = await createDeliveredLine(shop, { region, quantity: 2 })
  expect(line.item.total).toBe(2640)
  const { order } = await expectSuccess(shop.admin.post(line.path, refundClaimBody(line)))
  expect(order.claims[0]?.refund_amount).toBe(1320)
})

test('a swap credits the adjusted price, and adjusts the price of the items that it sends', async () => {
  prices = perUnit(100)
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
  prices = perUnit(100)
  const draft = await shop.given.draftOrder({ region, option })
  expect(draft.cart).toMatchObject({ discount_total: -100, total: 1920 })
  const { draft_orders } = await expectSuccess(shop.admin.get('/admin/draft-orders'))
  expect(draft_orders[0]?.cart?.items[0]?.adjustments).toMatchObject([{ description: 'Gift wrap', amount: -100 }])
  const { order } = await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft.id}/pay`))
  expect(order).toMatchObject({ discount_total: -100, total: 1920 })
})

test('orders stay readable after the removal of the plugin', async () => {
  prices = (context) => [...perUnit(100)(context), ...onShipping(() => 50)(context)]
  const order = await expectSameOrder(await payableCart())
  const orm = await openDatabase(shop.databaseUrl)
  const stored = await readOrder(orm.em.fork(), order.id)
  await orm.close()
  expect(stored && priceOrder(stored)).toMatchObject({ discount_total: -200, shipping_total: 550, total: order.total })
})
