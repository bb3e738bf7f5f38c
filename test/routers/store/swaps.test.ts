import { describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess, type Json } from '#test/support/factories.ts'
import { type SoldLine, swapActions } from '#test/support/swap-actions.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

const { shop, region, option, swaps } = await useSwapShop()

const exchange = async ({ order, item }: SoldLine, over: Json = {}) =>
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

describe('a customer', () => {
  test('exchanges pieces of an order for what is for sale, and reads the swap by its cart', async () => {
    const sale = await swaps.placeFulfilledOrder()
    const wayBack = await shop.given.shippingOption(region, { is_return: true, amount: 100 })
    const { swap } = await expectSuccess(exchange(sale, { return_shipping_option: wayBack.id }))
    expect(swap).toMatchObject({
      order_id: sale.order.id,
      order: { display_id: sale.order.display_id },
      payment_status: 'not_paid',
      allow_backorder: false,
      no_notification: true,
      additional_items: [{ unit_price: 1500, variant: { id: expect.any(String) } }],
      return_order: { shipping_method: { price: 100, shipping_option: { id: wayBack.id } } },
      cart: { id: swap.cart_id, type: 'swap', total: 1800 + 120 - 1200, items: [{}, {}, { total: -1200 }] },
    })
    expect(await expectSuccess(shop.get(`/store/swaps/${swap.cart_id}`))).toEqual({ swap })
    const { order } = await expectSuccess(
      shop.admin.get(`/admin/orders/${sale.order.id}?fields=${ORDER_COLUMNS.join()}&expand=`),
    )
    for (const name of ORDER_COLUMNS) expect([name, swap.order[name]]).toEqual([name, order[name]])
    const read = (await expectSuccess(shop.get(`/store/orders/${sale.order.id}?expand=swaps`))).order
    expect(read.swaps).toMatchObject([{ id: swap.id }])
    const more = 'swaps.additional_items.variant,swaps.return_order,swaps.fulfillments.tracking_links'
    const whole = (await expectSuccess(shop.get(`/store/orders/${sale.order.id}?expand=${more}`))).order
    expect(whole.swaps).toMatchObject([
      { additional_items: [{ unit_price: 1500 }], return_order: { swap_id: swap.id } },
    ])
    const told = (await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}?expand=swaps&fields=id`))).order
    expect(told.swaps).toMatchObject([{ additional_items: [{ variant: { id: expect.any(String) } }] }])
    await expectError(shop.get('/store/swaps/cart_1'), 404, 'not_found', 'Swap was not found')
  })

  test('is not sold what is not for sale, nor brought it by what customers cannot choose', async () => {
    const sale = await swaps.placeFulfilledOrder()
    const { variants } = await shop.given.product({ status: 'draft' })
    const additional_items = [{ variant_id: variants[0].id, quantity: 1 }]
    const text = `Unable to generate the line items, some variant has not been found: ${variants[0].id}`
    await expectError(exchange(sale, { additional_items }), 400, 'invalid_data', text)
    const hidden = await shop.given.shippingOption(region, { is_return: true, admin_only: true })
    const closed = 'The shipping option is not available to customers'
    await expectError(exchange(sale, { return_shipping_option: hidden.id }), 400, 'not_allowed', closed)
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}`))
    expect(order.swaps).toEqual([])
    const body = {
      return_items: [{ item_id: sale.item.id, quantity: 1 }],
      additional_items,
    }
    await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/swaps`, body))
  })

  test('asks once, however often, with one key', async () => {
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
  test('goes to another address and ships by another option, and the order keeps its own', async () => {
    const made = await swaps.createSwap()
    const path = `/store/carts/${made.swap.cart_id}`
    const shipping_address = { ...addressIn(region), address_1: 'Elsewhere 2' }
    await expectSuccess(shop.post(path, { shipping_address }))
    await expectSuccess(shop.post(`${path}/shipping-methods`, { option_id: option.id }))
    const { cart } = await expectSuccess(shop.post(`${path}/payment-sessions`))
    expect(cart).toMatchObject({ total: 600, payment_session: { amount: 600 } })
    expect(await swaps.confirmSwap(made)).toMatchObject({ shipping_address: { address_1: 'Elsewhere 2' } })
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${made.order.id}`))
    expect(order.shipping_address.address_1).toBe('Main Street 1')
  })

  test('holds what was agreed, and nothing else', async () => {
    const made = await swaps.createSwap()
    const path = `/store/carts/${made.swap.cart_id}`
    const { cart } = await expectSuccess(shop.get(path))
    const line = cart.items[0].id
    const credit = cart.items.at(-1).id
    const { code } = await shop.given.discount(region)
    const card = await shop.given.giftCard(region, 500)
    const elsewhere = await shop.given.region()
    const text = 'The items of a swap cart cannot be changed'
    for (const reply of [
      shop.post(`${path}/line-items`, { variant_id: made.replacement.id, quantity: 1 }),
      shop.post(`${path}/line-items/${line}`, { quantity: 3 }),
      shop.post(`${path}/line-items/${credit}`, { quantity: 3 }),
      shop.delete(`${path}/line-items/${credit}`),
      shop.delete(`${path}/discounts/${code}`),
      shop.post(path, { discounts: [{ code }] }),
      shop.post(path, { gift_cards: [{ code: card.code }] }),
      shop.post(path, { region_id: elsewhere.id }),
    ])
      await expectError(reply, 400, 'not_allowed', text)
    await expectSuccess(shop.post(path, { region_id: region.id, email: made.order.email }))
    expect((await expectSuccess(shop.get(path))).cart.items).toEqual(cart.items)
  })

  test('is taxed as what comes back was, also where a region does not tax by itself', async () => {
    const untaxed = await shop.given.region({ tax_rate: 20, automatic_taxes: false })
    const ships = await shop.given.shippingOption(untaxed)
    const elsewhere = swapActions(
      () => shop,
      () => ({ region: untaxed, option: ships }),
    )
    const made = await elsewhere.createSwap({ replacementPrice: 1500 })
    expect(await elsewhere.cart(made)).toMatchObject({ tax_total: 100, total: 600 })
    expect(await elsewhere.confirmSwap(made)).toMatchObject({ difference_due: 600 })
  })

  test('keeps its prices for whoever opens it', async () => {
    const made = await swaps.createSwap()
    const before = await swaps.cart(made)
    const prices = [{ currency_code: 'eur', amount: 1 }]
    const { replacement } = made
    await expectSuccess(
      shop.admin.post(`/admin/products/${replacement.product_id}/variants/${replacement.id}`, { prices }),
    )
    const customer = await shop.given.customer()
    const { cart } = await expectSuccess(customer.get(`/store/carts/${made.swap.cart_id}`))
    expect([cart.total, cart.customer_id]).toEqual([before.total, customer.id])
  })

  test.each(['fixed', 'percentage'])('has the %s discount of its order: like for like costs nothing', async (type) => {
    const { code } = await shop.given.discount(region, { type, value: type === 'fixed' ? 301 : 13 })
    const made = await swaps.createSwap({ quantity: 3, back: 2, sent: 2, discounts: [code] })
    const cart = await swaps.cart(made)
    expect(cart.discounts).toMatchObject([{ code }])
    expect(Math.abs(cart.total)).toBeLessThanOrEqual(1)
    const { total } = await expectSuccess(shop.get(`/store/carts/${made.swap.cart_id}/totals/explain`))
    expect(total.amount).toBe(cart.total)
    const used = async () => (await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.usage_count
    await swaps.confirmSwap(made)
    expect(await used()).toBe(1)
    expect(await swaps.cart(made)).toMatchObject({ total: cart.total, items: cart.items.map(() => ({})) })
  })

  test('is not shipped for nothing because its order was', async () => {
    const { code } = await shop.given.discount(region, { type: 'free_shipping' })
    const made = await swaps.createSwap({ discounts: [code] })
    expect(made.order.discounts).toMatchObject([{ code }])
    expect(await swaps.cart(made)).toMatchObject({ discounts: [] })
  })
})
