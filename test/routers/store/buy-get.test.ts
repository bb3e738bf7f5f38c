import { afterEach, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { type CartOptions, expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Identified, Variant } from '#test/support/resources.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const { shop, region, option, orders, edits } = await useOrderEditShop()
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)

const variantOf = (price: number, over = {}) => shop.given.variant({ prices: [price], stock: 50, ...over })
const [shirt, socks, cap] = [await variantOf(2000), await variantOf(500), await variantOf(800)]

const automatic: string[] = []
afterEach(async () => {
  for (const id of automatic.splice(0))
    await expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true }))
})

/** Buy two shirts, get one pair of socks free. */
async function offer(terms: object = {}, { gets = [socks], rule = {}, over = {} }: Offer = {}) {
  const buy_get = { buy_quantity: 2, products: [shirt.product_id], get_quantity: 1, ...terms }
  const conditions = gets.length > 0 ? [{ operator: 'in', products: gets.map(({ product_id }) => product_id) }] : []
  const discount = await shop.given.discount(region, { value: 100, buy_get, conditions, ...rule }, over)
  if (discount.is_automatic) automatic.push(discount.id)
  return discount
}
interface Offer {
  gets?: Variant[]
  rule?: Record<string, unknown>
  over?: Record<string, unknown>
}

const cartOf = (lines: CartOptions['lines'], discounts: string[]) =>
  shop.given.payableCart({ region, option, lines, discounts })
const explain = async ({ id }: Identified) =>
  (await expectSuccess(shop.get(`/store/carts/${id}/totals/explain`))).discounts

describe('buy X, get Y', () => {
  test('discounts the items to get, also if they were added before the items to buy', async () => {
    const { code } = await offer()
    expect(
      await cartOf(
        [
          [socks, 1],
          [shirt, 2],
        ],
        [code],
      ),
    ).toMatchObject({ subtotal: 4500, discount_total: 500 })
    expect(
      await cartOf(
        [
          [shirt, 2],
          [socks, 3],
        ],
        [code],
      ),
    ).toMatchObject({ subtotal: 5500, discount_total: 500 })
  })

  test('repeats for each further purchase, up to the maximum', async () => {
    const [open, limited] = [await offer(), await offer({ max_uses: 2 })]
    expect(
      await cartOf(
        [
          [shirt, 6],
          [socks, 5],
        ],
        [open.code],
      ),
    ).toMatchObject({ discount_total: 1500 })
    expect(
      await cartOf(
        [
          [shirt, 6],
          [socks, 5],
        ],
        [limited.code],
      ),
    ).toMatchObject({ discount_total: 1000 })
  })

  test('of the same items never discounts the bought ones', async () => {
    const { code } = await offer({}, { gets: [shirt] })
    expect(await cartOf([[shirt, 2]], [code])).toMatchObject({ discount_total: 0 })
    expect(await cartOf([[shirt, 3]], [code])).toMatchObject({ discount_total: 2000 })
    expect(await cartOf([[shirt, 5]], [code])).toMatchObject({ discount_total: 2000 })
  })

  test('discounts the cheapest items first, by a percentage or a fixed amount', async () => {
    const half = await offer({}, { gets: [socks, cap], rule: { value: 33.33 } })
    const fixed = await offer({}, { gets: [socks, cap], rule: { type: 'fixed', allocation: 'item', value: 600 } })
    const lines: CartOptions['lines'] = [
      [cap, 1],
      [socks, 1],
      [shirt, 2],
    ]
    expect(await cartOf(lines, [half.code])).toMatchObject({ discount_total: 167 })
    const cart = await cartOf(lines, [fixed.code])
    expect(cart).toMatchObject({ discount_total: 500 })
    expect(lineOfVariant(cart, cap).adjustments).toEqual([])
  })

  test('counts items that forbid discounts as bought, but no gift cards, and discounts neither', async () => {
    const book = await variantOf(2000, { discountable: false })
    const card = await shop.given.giftCardProduct(2000)
    const { code } = await offer({ products: [book.product_id, card.product_id] }, { gets: [] })
    expect(
      await cartOf(
        [
          [book, 2],
          [socks, 1],
        ],
        [code],
      ),
    ).toMatchObject({ discount_total: 500 })
    expect(
      await cartOf(
        [
          [card, 2],
          [socks, 1],
        ],
        [code],
      ),
    ).toMatchObject({ discount_total: 0 })
    const own = await offer({ products: [book.product_id] }, { gets: [book] })
    expect(await cartOf([[book, 3]], [own.code])).toMatchObject({ discount_total: 0 })
    const any = await offer({ products: undefined }, { gets: [] })
    const cards = await shop.given.payableCart({ region, lines: [[card, 3]], discounts: [any.code] })
    expect(cards).toMatchObject({ discount_total: 0 })
  })

  test('with prices that include tax never takes more than the price of the free units', async () => {
    const gross = await shop.given.region({ includes_tax: true, tax_rate: 19 })
    const tea = await shop.given.regionalVariant(gross, 999)
    const buy_get = { buy_quantity: 1, get_quantity: 1 }
    const { code } = await shop.given.discount(gross, { value: 100, buy_get })
    for (const [quantity, free] of [
      [2, 1],
      [3, 1],
      [4, 2],
      [7, 3],
    ] as const) {
      const cart = await shop.given.payableCart({ region: gross, lines: [[tea, quantity]], discounts: [code] })
      expect(Math.abs(cart.total - 999 * (quantity - free))).toBeLessThanOrEqual(1)
    }
  })

  test('combines with other discounts up to the price, and otherwise the larger saving applies', async () => {
    const free = await offer({}, { rule: { is_combinable: true } })
    const all = await shop.given.discount(region, { value: 10, is_combinable: true })
    expect(
      await cartOf(
        [
          [shirt, 2],
          [socks, 1],
        ],
        [free.code, all.code],
      ),
    ).toMatchObject({ discount_total: 900 })
    await offer({}, { over: { is_automatic: true } })
    const { code } = await shop.given.discount(region, { value: 50 })
    const cart = await cartOf(
      [
        [shirt, 2],
        [socks, 1],
      ],
      [code],
    )
    expect(cart).toMatchObject({ discount_total: 2250, discounts: [{ code }] })
  })

  test('explains the missing items, and offers those to add', async () => {
    const { code } = await offer({ get_quantity: 2 })
    const outcomeOf = async (...lines: [Variant, number][]) => (await explain(await cartOf(lines, [code])))[0]
    expect(await outcomeOf([cap, 1])).toMatchObject({ result: 'no_matching_items' })
    expect(await outcomeOf([shirt, 1])).toMatchObject({
      result: 'below_minimum',
      missing_quantity: 1,
      offered_quantity: 0,
    })
    expect(await outcomeOf([shirt, 2])).toMatchObject({ result: 'items_missing', offered_quantity: 2 })
    expect(await outcomeOf([shirt, 2], [socks, 1])).toMatchObject({ result: 'applied', offered_quantity: 1 })
  })

  test('is not counted as used if it gave nothing', async () => {
    const { code } = await offer()
    const order = await shop.given.order({
      region,
      option,
      lines: [
        [shirt, 1],
        [socks, 1],
      ],
      discounts: [code],
    })
    expect(order).toMatchObject({ discount_total: 0, discounts: [] })
    expect((await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.usage_count).toBe(0)
  })

  test('applies to draft orders by its code', async () => {
    const { code } = await offer()
    const draft = await shop.given.draftOrder({
      region,
      lines: [
        [shirt, 2],
        [socks, 1],
      ],
      discounts: [{ code }],
    })
    expect(draft.cart).toMatchObject({ discount_total: 500 })
  })
})

describe('a gift', () => {
  const gift = (terms = {}) =>
    offer(
      { buy_quantity: null, buy_amount: 4000, products: undefined, variants: [cap.id], max_uses: 1, ...terms },
      { gets: [], over: { is_automatic: true } },
    )

  test('is offered from the amount on, and is free once the customer adds it', async () => {
    await gift()
    const cart = await cartOf([[shirt, 2]], [])
    expect(await explain(cart)).toMatchObject([
      { result: 'items_missing', offered_quantity: 1, offered_variants: [cap.id] },
    ])
    expect(cart).toMatchObject({ discounts: [], discount_total: 0 })
    const { cart: filled } = await expectSuccess(
      shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: cap.id, quantity: 2 }),
    )
    expect(filled).toMatchObject({ discount_total: 800 })
  })

  test('costs its price below the amount, which the gift does not count for', async () => {
    await gift()
    const cart = await cartOf(
      [
        [shirt, 1],
        [cap, 2],
      ],
      [],
    )
    expect(cart).toMatchObject({ discount_total: 0 })
    expect(await explain(cart)).toMatchObject([{ result: 'below_minimum', missing_amount: 1200, offered_variants: [] }])
  })

  test('that was deleted lets the promotion be changed and the cart be ordered', async () => {
    const deleted = await variantOf(700)
    const discount = await gift({ variants: [deleted.id, cap.id] })
    await expectSuccess(shop.admin.delete(`/admin/products/${deleted.product_id}`))
    const { buy_get } = (await expectSuccess(shop.admin.get(`/admin/discounts/${discount.id}`))).discount.rule
    expect(buy_get.variants).toEqual([deleted.id, cap.id])
    const change = (terms: object) =>
      shop.admin.post(`/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, buy_get: terms } })
    await expectSuccess(change({ ...buy_get, get_quantity: 1 }))
    const unknown = [...buy_get.variants, 'variant_none']
    expect((await change({ ...buy_get, variants: unknown })).status).toBe(404)
    const cart = await cartOf([[shirt, 2]], [])
    const { data } = await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
    expect(data).toMatchObject({ subtotal: 4000, discount_total: 0 })
    await expectSuccess(change({ ...buy_get, variants: [cap.id] }))
    expect((await change(buy_get)).status).toBe(404)
  })

  test('that is sold out does not keep the cart from its order', async () => {
    const lastOne = await variantOf(900, { stock: 0 })
    await gift({ variants: [lastOne.id] })
    const cart = await cartOf([[shirt, 2]], [])
    const { data } = await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
    expect(data).toMatchObject({ subtotal: 4000, discount_total: 0 })
  })
})

describe('after the sale', () => {
  const sell = async (lines: [Variant, number][], discount?: { code: string }) => {
    const { code } = discount ?? (await offer())
    const order = await shop.given.order({ region, option, lines, discounts: [code] })
    await orders.act(order, 'capture')
    return order
  }

  test('a returned item is worth its paid price, and the other items keep their discount', async () => {
    const order = await sell([
      [shirt, 2],
      [socks, 1],
    ])
    await orders.act(order, 'fulfillment', {
      items: order.items.map(({ id, quantity }) => ({ item_id: id, quantity })),
    })
    const refundOf = async (variant: Variant) => {
      const items = [{ item_id: lineOfVariant(order, variant).id, quantity: 1 }]
      const { returns } = await orders.act(order, 'return', { items, receive_now: true })
      return returns?.at(-1)?.refund_amount
    }
    expect([await refundOf(shirt), await refundOf(socks)]).toEqual([2400, 0])
  })

  test('a line with a free unit returns equal parts', async () => {
    const order = await sell([[shirt, 3]], await offer({}, { gets: [shirt] }))
    await orders.act(order, 'fulfillment', { items: [{ item_id: order.items[0].id, quantity: 3 }] })
    const items = [{ item_id: order.items[0].id, quantity: 1 }]
    const { returns } = await orders.act(order, 'return', { items, receive_now: true })
    expect(returns?.at(-1)).toMatchObject({ refund_amount: 1600 })
  })

  test('an edit adds units at their price, and keeps the discount of the units that stay', async () => {
    const order = await sell([
      [shirt, 2],
      [socks, 1],
    ])
    const edit = await edits.begin(order)
    expect(await edits.change(edit, lineOfVariant(edit, socks), 5)).toMatchObject({ discount_total: 500 })
    expect(await edits.change(edit, lineOfVariant(edit, shirt), 9)).toMatchObject({ discount_total: 500 })
    expect(await edits.add(edit, socks)).toMatchObject({ discount_total: 500 })
    await edits.act(edit, 'confirm')
    const same = await sell([[shirt, 3]], await offer({}, { gets: [shirt] }))
    const second = await edits.begin(same)
    expect(await edits.change(second, lineOfVariant(second, shirt), 2)).toMatchObject({ discount_total: 1333 })
    expect(await edits.change(second, lineOfVariant(second, shirt), 6)).toMatchObject({ discount_total: 2000 })
    await edits.act(second, 'confirm')
  })

  test('an edit that replaces the free item gives its discount to the new one', async () => {
    const other = await variantOf(700, { product: undefined })
    const order = await sell(
      [
        [shirt, 2],
        [socks, 1],
      ],
      await offer({}, { gets: [socks, other] }),
    )
    const edit = await edits.begin(order)
    await edits.remove(edit, lineOfVariant(edit, socks))
    expect(await edits.add(edit, other)).toMatchObject({ discount_total: 500 })
    await edits.act(edit, 'confirm')
  })

  test('an exchange of the free item for another one of its product costs nothing', async () => {
    const order = await sell([
      [shirt, 2],
      [socks, 1],
    ])
    const item = lineOfVariant(order, socks)
    await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: 1 }] })
    const swap = await swaps.createSwapOf(
      { order },
      {
        return_items: [{ item_id: item.id, quantity: 1 }],
        additional_items: [{ variant_id: socks.id, quantity: 1 }],
      },
    )
    await shop.given.chooseShipping({ id: swap.cart_id, region_id: region.id })
    expect(await swaps.cart({ swap })).toMatchObject({ total: 0, discount_total: 0 })
    await swaps.confirmSwap({ swap })
  })

  test('a change of the terms changes no order', async () => {
    const discount = await offer()
    const order = await sell(
      [
        [shirt, 2],
        [socks, 2],
      ],
      discount,
    )
    const rule = { id: discount.rule_id, value: 10, buy_get: { buy_quantity: 9, get_quantity: 9 } }
    await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    const edit = await edits.begin(order)
    expect(edit).toMatchObject({ difference_due: 0, discount_total: 500 })
    expect(await edits.change(edit, lineOfVariant(edit, socks), 1)).toMatchObject({ discount_total: 250 })
  })
})

describe('the terms', () => {
  const send = (buy_get: object | null, rule = {}) =>
    shop.admin.post('/admin/discounts', {
      ...{ code: 'DEAL', regions: [region.id] },
      rule: { type: 'percentage', value: 100, allocation: 'total', buy_get, ...rule },
    })
  const terms = { buy_quantity: 1, get_quantity: 1 }

  test.each([
    [
      'both a quantity and an amount',
      { ...terms, buy_amount: 100 },
      {},
      'Buy X, get Y needs either buy_quantity or buy_amount',
    ],
    ['neither', { get_quantity: 1 }, {}, 'Buy X, get Y needs either buy_quantity or buy_amount'],
    [
      'free shipping',
      terms,
      { type: 'free_shipping' },
      'Buy X, get Y needs a percentage, or a fixed amount with the allocation item',
    ],
    [
      'a fixed amount of the order',
      terms,
      { type: 'fixed' },
      'Buy X, get Y needs a percentage, or a fixed amount with the allocation item',
    ],
    [
      'a minimum',
      terms,
      { minimum_quantity: 2 },
      'Buy X, get Y has no minimum and no tiers. Set buy_quantity or buy_amount.',
    ],
    [
      'an amount that repeats',
      { buy_amount: 1, get_quantity: 1, max_uses: 2 },
      {},
      'An amount to buy counts once for each cart. Set max_uses to 1.',
    ],
  ])('%s is refused', async (_, buy_get, rule, message) => {
    await expectError(send(buy_get, rule), 400, 'invalid_data', message)
  })

  test('an unknown product or variant is refused', async () => {
    await expectError(
      send({ ...terms, products: ['prod_none'] }),
      404,
      'not_found',
      'buy_get.products: prod_none was not found',
    )
    await expectError(send({ ...terms, variants: ['v'] }), 404, 'not_found', 'buy_get.variants: v was not found')
  })

  test.each([
    { buy_quantity: 0 },
    { get_quantity: 0 },
    { get_quantity: 1.5 },
    { max_uses: -1 },
    { variants: [] },
    { other: 1 },
  ])('%j is refused', async (over) => {
    const reply = await send({ ...terms, ...over })
    expect(reply.status).toBe(400)
  })

  test('a client of Medusa v1 sees no difference in other discounts, and its changes keep the terms', async () => {
    const plain = await shop.given.discount(region)
    expect(plain.rule).not.toHaveProperty('buy_get')
    const discount = await offer()
    expect(discount.rule.buy_get).toMatchObject({ buy_quantity: 2, get_quantity: 1 })
    const rule = { id: discount.rule_id, value: 50, allocation: 'item', description: 'Half' }
    const changed = await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    expect(changed.discount.rule.buy_get).toEqual(discount.rule.buy_get)
    await expectError(
      shop.admin.post(`/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, buy_get: null } }),
      ...([400, 'invalid_data', 'A discount stays buy X, get Y, or never is. Create another discount.'] as const),
    )
  })
})
