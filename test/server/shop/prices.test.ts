import { expect, test, vi } from 'vitest'
import { allOf, noPrices, onShipping, perUnit, useAdjustedPricesShop } from '#test/support/adjusted-prices-shop.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant } from '#test/support/order-edit-shop.ts'

const { shop, region, setPrices, takeLog, payableCart, complete, explainOrder, expectSameOrder } =
  await useAdjustedPricesShop()

test('a surcharge is part of the totals, taxed, and covered by a percentage', async () => {
  setPrices(perUnit(150))
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
  setPrices(perUnit(500))
  expect(await payableCart({ discounts: [code] })).toMatchObject({ subtotal: 2000, discount_total: 2000, total: 600 })
  setPrices(perUnit(-400))
  expect(await payableCart({ discounts: [code] })).toMatchObject({ subtotal: 2000, discount_total: 2000, total: 600 })
})

test('a fixed discount is shared in proportion to the adjusted prices', async () => {
  const [plain, wrapped] = [await shop.given.variant(), await shop.given.variant()]
  setPrices(({ cart }) =>
    cart.items
      .filter(({ variant_id }) => variant_id === wrapped.id)
      .map((line) => ({ line, amount: 1000, description: 'Gift wrap' })),
  )
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 300 })
  const lines = [[plain, 1] as const, [wrapped, 1] as const]
  const cart = await payableCart({ lines, discounts: [code] })
  expect(lineOfVariant(cart, plain).discount_total).toBe(100)
  expect(lineOfVariant(cart, wrapped).discount_total).toBe(-800)
  await expectSameOrder(cart)
})

test('a gift card pays a surcharge, and prices that contain tax are adjusted', async () => {
  setPrices(perUnit(33))
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
    setPrices(adjust)
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: 3 }))
    return adjust.mock.calls.length
  }
  const { code } = await shop.given.giftCard(region, 100)
  const calls = await callsFor([])
  expect(calls).toBeGreaterThan(0)
  expect(await callsFor([code])).toBe(calls)
})

test('a plugin makes shipping free or more expensive', async () => {
  setPrices(onShipping((price) => 0 - price))
  const free = await payableCart()
  expect(free).toMatchObject({ shipping_total: 0, shipping_tax_total: 0, total: 2400 })
  expect(free.shipping_methods).toMatchObject([{ price: 500, subtotal: 0, total: 0, original_total: 600 }])
  expect(free.shipping_methods[0]).not.toHaveProperty('adjustments')
  await expectSameOrder(free)

  setPrices(onShipping(() => 250))
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
  setPrices(() => [{ amount: -301, description: 'Voucher' }])
  const card = await shop.given.giftCardProduct(5000)
  const [one, two] = [await shop.given.variant(), await shop.given.variant()]
  const cart = await payableCart({ lines: [[card, 1] as const, [one, 1] as const, [two, 2] as const] })
  expect(cart.items.map(({ discount_total }) => discount_total)).toEqual([0, 100, 201])
  await expectSameOrder(cart)
})

test('no price falls below 0', async () => {
  setPrices(perUnit(-5000))
  const cart = await payableCart()
  expect(cart).toMatchObject({ subtotal: 2000, discount_total: 2000, tax_total: 100, total: 600 })
  await expectSameOrder(cart)
})

test.each([450_000_000_000, 4_000_000_000_000_000])('a cart with a surcharge of %d is refused', async (amount) => {
  const cart = await payableCart()
  setPrices(perUnit(amount))
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
  takeLog()
  setPrices(() => [{ description: 'Fee', ...adjustment() }])
  const reply = await shop.get(`/store/carts/${cart.id}`)
  expect(reply).toMatchObject({ status: 500, body: { message: 'An unknown error occurred.' } })
  expect(takeLog()).toContain('The plugin gift-wrap returned an invalid price adjustment (Fee: ')
  setPrices(noPrices)
  expect(await shop.get(`/store/carts/${cart.id}`)).toMatchObject({
    status: 200,
    body: { cart: { total: cart.total } },
  })
})

test('each request of a checkout computes the same prices', async () => {
  const seen = new Set<string>()
  setPrices((context) => {
    const adjustments = perUnit(100)(context)
    const { id, items, region_id } = context.cart
    if (items.length > 0) seen.add(JSON.stringify([id, region_id, items.map((line) => [line.id, line.unit_price])]))
    return adjustments
  })
  const cart = await payableCart({ quantity: 1 })
  await expectSameOrder(cart)
  expect(seen.size).toBe(1)
})

test('a price that changed after the choice of the payment needs another completion', async () => {
  const cart = await payableCart()
  setPrices(perUnit(100))
  const reply = await shop.post(`/store/carts/${cart.id}/complete`)
  expect(reply.body).toMatchObject({ type: 'cart', data: { completed_at: null, total: cart.total + 240 } })
  expect(await complete(cart)).toMatchObject({ total: cart.total + 240, paid_total: cart.total + 240 })
})

test('plugins see all columns of variants, products and customers', async () => {
  const { variants } = await shop.given.product({ weight: 700 })
  const heavy = new Set<number | null | undefined>()
  setPrices(({ cart }) =>
    cart.items.map((line) => {
      heavy.add(line.variant?.product.weight)
      return { line, amount: (line.variant?.product.weight ?? 0) * line.quantity, description: 'Heavy goods' }
    }),
  )
  expect(await payableCart({ lines: [[variants[0], 2]] })).toMatchObject({ discount_total: -1400 })
  expect([...heavy]).toEqual([700])
})
