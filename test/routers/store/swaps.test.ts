import { describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import { type SoldLine, swapActions } from '#test/support/swap-actions.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

const { shop, region, option, swaps } = await useSwapShop()

const postSwap = async ({ order, item }: SoldLine, over = {}) =>
  shop.post('/store/swaps', {
    order_id: order.id,
    return_items: [{ item_id: item.id, quantity: 1 }],
    additional_items: [{ variant_id: (await shop.given.regionalVariant(region, 1500)).id, quantity: 1 }],
    ...over,
  })

const ORDER_COLUMNS = [
  ...['updated_at', 'billing_address_id', 'shipping_address_id', 'draft_order_id', 'canceled_at', 'metadata'],
  ...['no_notification', 'idempotency_key', 'external_id', 'sales_channel_id'],
]

describe('swaps in the storefront', () => {
  test('a customer creates a swap and reads it by its cart', async () => {
    const sale = await swaps.placeFulfilledOrder()
    const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 100 })
    const { swap } = await expectSuccess(postSwap(sale, { return_shipping_option: returnOption.id }))
    expect(swap).toMatchObject({
      order_id: sale.order.id,
      order: { display_id: sale.order.display_id },
      payment_status: 'not_paid',
      allow_backorder: false,
      no_notification: true,
      additional_items: [{ unit_price: 1500, variant: { id: expect.any(String) } }],
      return_order: { shipping_method: { price: 100, shipping_option: { id: returnOption.id } } },
      cart: { id: swap.cart_id, type: 'swap', total: 1800 + 120 - 1200, items: [{}, {}, { total: -1200 }] },
    })
    expect(await expectSuccess(shop.get(`/store/swaps/${swap.cart_id}`))).toEqual({ swap })
    const { order } = await expectSuccess(
      shop.admin.get(`/admin/orders/${sale.order.id}?fields=${ORDER_COLUMNS.join()}&expand=`),
    )
    const columnsOf = (row: object) => Object.entries(row).filter(([name]) => ORDER_COLUMNS.includes(name))
    expect(new Map(columnsOf(swap.order))).toEqual(new Map(columnsOf(order)))
    const read = (await expectSuccess(shop.get(`/store/orders/${sale.order.id}?expand=swaps`))).order
    expect(read.swaps).toMatchObject([{ id: swap.id }])
    const more = 'swaps.additional_items.variant,swaps.return_order,swaps.fulfillments.tracking_links'
    const whole = (await expectSuccess(shop.get(`/store/orders/${sale.order.id}?expand=${more}`))).order
    expect(whole.swaps).toMatchObject([
      { additional_items: [{ unit_price: 1500 }], return_order: { swap_id: swap.id } },
    ])
    const orderWithSwaps = (
      await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}?expand=swaps&fields=id`))
    ).order
    expect(orderWithSwaps.swaps).toMatchObject([{ additional_items: [{ variant: { id: expect.any(String) } }] }])
    await expectError(shop.get('/store/swaps/cart_1'), 404, 'not_found', 'Swap was not found')
  })

  test('a customer cannot swap for unpublished products or use internal options', async () => {
    const sale = await swaps.placeFulfilledOrder()
    const { variants } = await shop.given.product({ status: 'draft' })
    const additional_items = [{ variant_id: variants[0].id, quantity: 1 }]
    const text = `Unable to generate the line items, some variant has not been found: ${variants[0].id}`
    await expectError(postSwap(sale, { additional_items }), 400, 'invalid_data', text)
    const hidden = await shop.given.shippingOption(region, { is_return: true, admin_only: true })
    const closed = 'The shipping option is not available to customers'
    await expectError(postSwap(sale, { return_shipping_option: hidden.id }), 400, 'not_allowed', closed)
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}`))
    expect(order.swaps).toEqual([])
    const body = {
      return_items: [{ item_id: sale.item.id, quantity: 1 }],
      additional_items,
    }
    await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/swaps`, body))
  })

  test('a swap is created once per idempotency key', async () => {
    const sale = await swaps.placeFulfilledOrder({ quantity: 2 })
    const body = {
      order_id: sale.order.id,
      return_items: [{ item_id: sale.item.id, quantity: 1 }],
      additional_items: [],
    }
    const headers = { 'idempotency-key': 'once' }
    const replies = await Promise.all([1, 2, 3].map(() => shop.as(headers).post('/store/swaps', body)))
    expect(new Set(replies.map(({ body: { swap } }) => swap.id)).size).toBe(1)
  })
})

describe('the cart of a swap', () => {
  test('the cart of a swap can change address and shipping, and the order keeps its own', async () => {
    const createdSwap = await swaps.createSwap()
    const path = `/store/carts/${createdSwap.swap.cart_id}`
    const shipping_address = { ...addressIn(region), address_1: 'Elsewhere 2' }
    await expectSuccess(shop.post(path, { shipping_address }))
    await expectSuccess(shop.post(`${path}/shipping-methods`, { option_id: option.id }))
    const { cart } = await expectSuccess(shop.post(`${path}/payment-sessions`))
    expect(cart).toMatchObject({ total: 600, payment_session: { amount: 600 } })
    expect(await swaps.confirmSwap(createdSwap)).toMatchObject({ shipping_address: { address_1: 'Elsewhere 2' } })
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))
    expect(order.shipping_address.address_1).toBe('Main Street 1')
  })

  test('the items and discounts of a swap cart cannot be changed', async () => {
    const createdSwap = await swaps.createSwap()
    const path = `/store/carts/${createdSwap.swap.cart_id}`
    const { cart } = await expectSuccess(shop.get(path))
    const line = cart.items[0].id
    const credit = cart.items.at(-1)?.id
    const { code } = await shop.given.discount(region)
    const card = await shop.given.giftCard(region, 500)
    const elsewhere = await shop.given.region()
    const text = 'The items of a swap cart cannot be changed'
    for (const reply of [
      shop.post(`${path}/line-items`, { variant_id: createdSwap.replacement.id, quantity: 1 }),
      shop.post(`${path}/line-items/${line}`, { quantity: 3 }),
      shop.post(`${path}/line-items/${credit}`, { quantity: 3 }),
      shop.delete(`${path}/line-items/${credit}`),
      shop.delete(`${path}/discounts/${code}`),
      shop.post(path, { discounts: [{ code }] }),
      shop.post(path, { gift_cards: [{ code: card.code }] }),
      shop.post(path, { region_id: elsewhere.id }),
    ])
      await expectError(reply, 400, 'not_allowed', text)
    await expectSuccess(shop.post(path, { region_id: region.id, email: createdSwap.order.email }))
    expect((await expectSuccess(shop.get(path))).cart.items).toEqual(cart.items)
  })

  test('a swap of the shop or of the customer that sends goods needs shipping, and a return alone needs none', async () => {
    const { order, item } = await swaps.placeFulfilledOrder()
    const variant = await shop.given.variant({ prices: [1000] })
    const body = {
      order_id: order.id,
      return_items: [{ item_id: item.id, quantity: 1 }],
      additional_items: [{ variant_id: variant.id, quantity: 1 }],
    }
    const { swap: byCustomer } = await expectSuccess(shop.post('/store/swaps', body))
    const { swap: byShop } = await swaps.createSwap({ ships: false })
    for (const { cart_id } of [byCustomer, byShop]) {
      const cart = `/store/carts/${cart_id}` as const
      await expectSuccess(shop.post(`${cart}/payment-sessions`))
      const refusal = await shop.post(`${cart}/complete`)
      expect(refusal.status).toBe(400)
      expect(refusal.text).toContain('Choose a shipping option for these products')
      await expectSuccess(shop.post(`${cart}/shipping-methods`, { option_id: option.id }))
      await expectSuccess(shop.post(`${cart}/payment-sessions`))
      expect((await expectSuccess(shop.post(`${cart}/complete`))).type).toBe('swap')
    }
    const alone = await swaps.createSwap({ ships: false, body: { additional_items: [] } })
    expect(await swaps.confirmSwap(alone)).toMatchObject({ difference_due: -1200 })
  })

  test('a swap cart is taxed even if the region does not tax automatically', async () => {
    const untaxed = await shop.given.region({ tax_rate: 20, automatic_taxes: false })
    const ships = await shop.given.shippingOption(untaxed)
    const elsewhere = swapActions(
      () => shop,
      () => ({ region: untaxed, option: ships }),
    )
    const createdSwap = await elsewhere.createSwap({ replacementPrice: 1500 })
    expect(await elsewhere.cart(createdSwap)).toMatchObject({ tax_total: 100, total: 600 })
    expect(await elsewhere.confirmSwap(createdSwap)).toMatchObject({ difference_due: 600 })
  })

  test('a swap cart keeps its prices for any caller', async () => {
    const createdSwap = await swaps.createSwap()
    const before = await swaps.cart(createdSwap)
    const prices = [{ currency_code: 'eur', amount: 1 }]
    const { replacement } = createdSwap
    await expectSuccess(
      shop.admin.post(`/admin/products/${replacement.product_id}/variants/${replacement.id}`, { prices }),
    )
    const customer = await shop.given.customer()
    const { cart } = await expectSuccess(customer.get(`/store/carts/${createdSwap.swap.cart_id}`))
    expect([cart.total, cart.customer_id]).toEqual([before.total, customer.id])
  })

  test.each([
    'fixed',
    'percentage',
  ])('a swap for the same items costs nothing with the %s discount of the order', async (type) => {
    const { code } = await shop.given.discount(region, { type, value: type === 'fixed' ? 301 : 13 })
    const createdSwap = await swaps.createSwap({ quantity: 3, back: 2, sent: 2, discounts: [code] })
    const cart = await swaps.cart(createdSwap)
    expect(cart.discounts).toMatchObject([{ code }])
    expect(Math.abs(cart.total)).toBeLessThanOrEqual(1)
    const { total } = await expectSuccess(shop.get(`/store/carts/${createdSwap.swap.cart_id}/totals/explain`))
    expect(total.amount).toBe(cart.total)
    const used = async () => (await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.usage_count
    await swaps.confirmSwap(createdSwap)
    expect(await used()).toBe(1)
    expect(await swaps.cart(createdSwap)).toMatchObject({ total: cart.total, items: cart.items.map(() => ({})) })
  })

  test('a swap cart does not inherit free shipping', async () => {
    const { code } = await shop.given.discount(region, { type: 'free_shipping' })
    const createdSwap = await swaps.createSwap({ discounts: [code] })
    expect(createdSwap.order.discounts).toMatchObject([{ code }])
    expect(await swaps.cart(createdSwap)).toMatchObject({ discounts: [] })
  })
})
