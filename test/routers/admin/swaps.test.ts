import { describe, expect, test } from 'vitest'
import { createShopClient, dryRun } from '#client/index.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useSwapShop } from '#test/support/swap-shop.ts'

const { shop, region, option, swaps } = await useSwapShop()
const { admin } = createShopClient({ url: shop.url, token: shop.token })
const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 200 })

const ordersToRefund = async (): Promise<string[]> => {
  const { attention } = await admin.statistics.attention.query()
  return attention.filter(({ reason }) => reason === 'to_refund').flatMap(({ orders }) => orders.map(({ id }) => id))
}

describe('creating and completing a swap', () => {
  test('a swap creates a return and a cart with the replacement items', async () => {
    const createdSwap = await swaps.createSwap({
      quantity: 2,
      replacementPrice: 1500,
      body: { return_shipping: { option_id: returnOption.id }, no_notification: true },
    })
    const { swap, item, replacement, order } = createdSwap
    expect(swap).toMatchObject({
      order_id: order.id,
      payment_status: 'not_paid',
      fulfillment_status: 'not_fulfilled',
      difference_due: null,
      confirmed_at: null,
      canceled_at: null,
      no_notification: true,
      allow_backorder: true,
      additional_items: [{ variant_id: replacement.id, quantity: 1, unit_price: 1500, metadata: {}, swap_id: swap.id }],
      return_order: {
        status: 'requested',
        order_id: null,
        swap_id: swap.id,
        refund_amount: 1200 - 240,
        items: [{ item_id: item.id, metadata: {} }],
        shipping_method: { price: 200 },
      },
      payment: null,
      fulfillments: [],
      shipping_methods: [],
    })
    const cart = await swaps.cart(createdSwap)
    expect(cart).toMatchObject({ type: 'swap', completed_at: null, email: order.email })
    expect(cart.items).toMatchObject([
      { unit_price: 1500, quantity: 1, total: 1800, is_return: false },
      { title: 'Return shipping', unit_price: 200, total: 240, variant_id: null, is_return: true },
      { unit_price: -1000, quantity: 1, tax_total: -200, total: -1200, variant_id: item.variant_id, is_return: true },
    ])
    expect(cart).toMatchObject({ subtotal: 700, tax_total: 140, total: 840 })
    expect(await swaps.replacementStock(createdSwap)).toBe(10)
    expect(cart.shipping_address).toMatchObject({ address_1: 'Main Street 1' })
    expect(cart.shipping_address_id).not.toBe(order.shipping_address_id)
  })

  test('a dry run states what the customer will pay, without the shipping', async () => {
    const sale = await swaps.placeFulfilledOrder({ quantity: 2 })
    const better = await shop.given.regionalVariant(region, 1500)
    const differenceOf = async (variants: string[], back = 1) =>
      (
        await dryRun(admin.orders.createSwap, {
          id: sale.order.id,
          return_items: [{ item_id: sale.item.id, quantity: back }],
          additional_items: variants.map((variant_id) => ({ variant_id, quantity: 1 })),
        })
      ).effects.exchanges
    const eur = { swap_id: expect.any(String), currency_code: region.currency_code }
    expect(await differenceOf([better.id])).toEqual([{ ...eur, difference: 600 }])
    expect(await differenceOf([better.id], 2)).toEqual([{ ...eur, difference: -600 }])
    const { effects } = await dryRun(admin.orders.update, { id: sale.order.id, email: 'new@shop.test' })
    expect(effects.exchanges).toEqual([])
    const created = await swaps.createSwapOf(sale, {
      return_items: [{ item_id: sale.item.id, quantity: 1 }],
      additional_items: [{ variant_id: better.id, quantity: 1 }],
    })
    expect((await expectSuccess(shop.get(`/store/carts/${created.cart_id}`))).cart.total).toBe(600)
  })

  test('completing the cart of a swap confirms it, and the difference is captured once', async () => {
    const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
    const confirmed = await swaps.confirmSwap(createdSwap, option)
    const due = 600 + 600
    expect(confirmed).toMatchObject({
      id: createdSwap.swap.id,
      payment_status: 'awaiting',
      difference_due: due,
      confirmed_at: expect.any(String),
      shipping_address: { address_1: 'Main Street 1' },
    })
    expect(await swaps.replacementStock(createdSwap)).toBe(9)
    const again = await expectSuccess(swaps.complete(createdSwap.swap))
    expect(again).toMatchObject({ type: 'swap', data: { id: createdSwap.swap.id } })
    expect(await shop.get(`/store/orders/cart/${createdSwap.swap.cart_id}`)).toMatchObject({ status: 404 })

    const waiting = (await expectSuccess(shop.admin.get(`/admin/orders/${createdSwap.order.id}`))).order
    expect(waiting.payment_status).toBe('captured')
    await expectSuccess(shop.admin.post(`/admin/orders/${createdSwap.order.id}/capture`))
    expect((await swaps.read(createdSwap)).payment).toMatchObject({
      amount: due,
      captured_at: null,
      swap_id: createdSwap.swap.id,
    })

    const replies = await Promise.all([1, 2, 3].map(() => swaps.send(`${createdSwap.path}/process-payment`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const order = await swaps.changeOrder(`${createdSwap.path}/process-payment`)
    expect(order).toMatchObject({ payment_status: 'captured', paid_total: 1800 + due, refunded_total: 0 })
    expect(order.swaps[0]).toMatchObject({ payment_status: 'captured', payment: { captured_at: expect.any(String) } })
    expect(order.swaps[0].shipping_methods).toMatchObject([{ shipping_option_id: option.id, total: 600 }])
  })

  test('a negative difference is refunded once, up to the captured amount', async () => {
    const createdSwap = await swaps.createSwap({ replacementPrice: 400 })
    const completion = await expectSuccess(swaps.complete(createdSwap.swap))
    expect(completion).toMatchObject({
      type: 'swap',
      data: { difference_due: 480 - 1200, payment_status: 'awaiting' },
    })
    expect(await ordersToRefund()).toContain(createdSwap.order.id)
    await Promise.all([1, 2, 3].map(() => expectSuccess(swaps.send(`${createdSwap.path}/process-payment`))))
    const order = await swaps.changeOrder(`${createdSwap.path}/process-payment`)
    expect(await ordersToRefund()).not.toContain(createdSwap.order.id)
    expect(order.swaps[0]).toMatchObject({ payment_status: 'difference_refunded', difference_due: -720 })
    expect(order.refunds).toMatchObject([{ amount: 720, reason: 'swap' }])
    expect(order).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 720 })

    const underpaid = await swaps.createSwap({ replacementPrice: 400 })
    await swaps.confirmSwap(underpaid)
    await expectSuccess(
      shop.admin.post(`/admin/orders/${underpaid.order.id}/refund`, { amount: 1400, reason: 'other' }),
    )
    const text = 'Refund amount is greater that the refundable amount'
    await expectError(swaps.send(`${underpaid.path}/process-payment`), 400, 'not_allowed', text)
    expect(await swaps.read(underpaid)).toMatchObject({ payment_status: 'awaiting' })
  })

  test('a swap without a difference is settled without a payment', async () => {
    const createdSwap = await swaps.createSwap()
    expect(await swaps.confirmSwap(createdSwap)).toMatchObject({ payment_status: 'confirmed', difference_due: 0 })
    const [swap] = (await swaps.changeOrder(`${createdSwap.path}/process-payment`)).swaps
    expect(swap).toMatchObject({ payment_status: 'confirmed' })
  })

  test('the cart of a swap accepts only its custom shipping option and price', async () => {
    const other = await shop.given.shippingOption(region, { admin_only: true, amount: 900 })
    const custom_shipping_options = [{ option_id: other.id, price: 30 }]
    const createdSwap = await swaps.createSwap({ ships: false, body: { custom_shipping_options } })
    const path = `/store/carts/${createdSwap.swap.cart_id}/shipping-methods`
    await expectError(shop.post(path, { option_id: option.id }), 400, 'invalid_data', 'Wrong shipping option')
    const { shipping_options } = await expectSuccess(shop.get(`/store/shipping-options/${createdSwap.swap.cart_id}`))
    expect(shipping_options).toMatchObject([{ id: other.id, amount: 30 }])
    expect(await swaps.confirmSwap(createdSwap, other)).toMatchObject({ difference_due: 36 })
  })

  test('a swap is limited to fulfilled quantities and excludes claimed items', async () => {
    const { createSwap } = swaps
    const sale = await createSwap({ quantity: 2, fulfilled: 1 })
    const swap = (quantity: number) =>
      swaps.send(`/admin/orders/${sale.order.id}/swaps`, { return_items: [{ item_id: sale.item.id, quantity }] })
    await expectError(swap(1), 400, 'not_allowed', 'Cannot return more items than have been purchased')
    const [id, more] = [sale.order.id, { item_id: sale.item.id, quantity: 1 }]
    await expectReason(admin.orders.createSwap.mutate({ id, return_items: [more] }), {
      name: 'return_quantity_too_large',
    })
    await expectReason(
      admin.orders.createClaim.mutate({ id, type: 'refund', claim_items: [{ ...more, reason: 'other' }] }),
      { name: 'claim_quantity_too_large' },
    )
    const claim = { type: 'refund', claim_items: [{ item_id: sale.item.id, quantity: 1, reason: 'other' }] }
    const text = 'Cannot claim more of an item than has been fulfilled.'
    await expectError(swaps.send(`/admin/orders/${sale.order.id}/claims`, claim), 400, 'not_allowed', text)
    const back = swaps.send(`/admin/orders/${sale.order.id}/return`, {
      items: [{ item_id: sale.item.id, quantity: 1 }],
    })
    await expectError(back, 400, 'not_allowed', 'Cannot return more items than have been purchased')

    const order = await shop.given.order({ region, lines: [[await shop.given.regionalVariant(region, 1000), 1]] })
    const early = () =>
      swaps.send(`/admin/orders/${order.id}/swaps`, { return_items: [{ item_id: order.items[0].id, quantity: 1 }] })
    await expectError(early(), 400, 'not_allowed', 'Cannot swap an order that has not been captured')
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
    await expectError(early(), 400, 'not_allowed', 'Cannot swap an order that has not been fulfilled')
    const unknown = swaps.send('/admin/orders/order_1/swaps', { return_items: [{ item_id: 'i', quantity: 1 }] })
    await expectError(unknown, 404, 'not_found', 'Order with id: order_1 was not found')
  })

  test('only a captured order with money that is not refunded can be exchanged', async () => {
    const variant = await shop.given.regionalVariant(region, 1000)
    const { id, items } = await shop.given.order({ region, lines: [[variant, 1]] })
    const return_items = [{ item_id: items[0].id, quantity: 1 }]
    const exchange = () => admin.orders.createSwap.mutate({ id, return_items })
    await expectReason(exchange(), { name: 'order_not_captured' })
    await admin.orders.capture.mutate({ id })
    await expectReason(exchange(), { name: 'order_not_fulfilled' })
    await admin.orders.refund.mutate({ id, amount: 100, reason: 'other' })
    await expectReason(exchange(), { name: 'order_not_fulfilled' })
    await admin.orders.refund.mutate({ id, amount: 1100, reason: 'other' })
    await expectReason(exchange(), { name: 'order_not_exchangeable' })
    const { order_edit } = await admin.orderEdits.create.mutate({ order_id: id })
    const added = await shop.given.regionalVariant(region, 1000)
    await admin.orderEdits.addLineItem.mutate({ id: order_edit.id, variant_id: added.id, quantity: 1 })
    await admin.orderEdits.confirm.mutate({ id: order_edit.id })
    expect((await admin.orders.get.query({ id })).order).toMatchObject({ payment_status: 'awaiting' })
    await expectReason(exchange(), { name: 'order_not_exchangeable' })
  })

  test('an order whose money was refunded completely gets a replacement by a claim', async () => {
    const variant = await shop.given.regionalVariant(region, 1000)
    const { id, items } = await shop.given.order({ region, option, lines: [[variant, 1]] })
    const [item] = items
    await admin.orders.capture.mutate({ id })
    await expectSuccess(
      shop.admin.post(`/admin/orders/${id}/fulfillment`, { items: [{ item_id: item.id, quantity: 1 }] }),
    )
    const { order } = await admin.orders.get.query({ id })
    await admin.orders.refund.mutate({ id, amount: order.total, reason: 'other' })
    const claim_items = [{ item_id: item.id, quantity: 1, reason: 'other' }]
    const additional_items = [{ variant_id: variant.id, quantity: 1 }]
    await expectSuccess(
      shop.admin.post(`/admin/orders/${id}/claims`, { type: 'replace', claim_items, additional_items }),
    )
  })

  test('a canceled order can be neither exchanged nor claimed nor returned', async () => {
    const variant = await shop.given.regionalVariant(region, 1000)
    const { id, items: lines } = await shop.given.order({ region, lines: [[variant, 1]] })
    await admin.orders.cancel.mutate({ id })
    const items = [{ item_id: lines[0].id, quantity: 1 }]
    const claim_items = items.map((item) => ({ ...item, reason: 'other' as const }))
    const reason = { name: 'order_canceled' } as const
    await expectReason(admin.orders.createSwap.mutate({ id, return_items: items }), reason)
    await expectReason(admin.orders.createClaim.mutate({ id, type: 'refund', claim_items }), reason)
    await expectReason(admin.orders.requestReturn.mutate({ id, items }), reason)
  })

  test('a created swap can expand the returnable items of its order', async () => {
    const { order, item } = await swaps.placeFulfilledOrder({ quantity: 2 })
    const body = { return_items: [{ item_id: item.id, quantity: 1 }] }
    const createAndExpand = async (expand: string) =>
      swaps.changeOrder(`/admin/orders/${order.id}/swaps?expand=${expand}`, body)
    const line = { id: item.id }
    expect((await createAndExpand('returnable_items')).returnable_items).toMatchObject([line])
    expect(await createAndExpand('items,returnable_items')).toMatchObject({ items: [line], returnable_items: [line] })
    const unknown = swaps.send(`/admin/orders/${order.id}/swaps?expand=returnable_items,nope`, body)
    await expectError(unknown, 400, 'invalid_data', 'Requested fields [nope] are not valid')
  })

  test('the total of a swap is limited', async () => {
    const sale = await swaps.placeFulfilledOrder()
    const expensive = await shop.given.regionalVariant(region, 2_000_000_000)
    const body = {
      return_items: [{ item_id: sale.item.id, quantity: 1 }],
      additional_items: [{ variant_id: expensive.id, quantity: 1_000_000 }],
    }
    const refused = swaps.send(`/admin/orders/${sale.order.id}/swaps`, body)
    await expectError(refused, 400, 'invalid_data', 'The total of the cart is too large')
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}`))
    expect(order.swaps).toEqual([])
  })

  test('simultaneous swaps of the same item succeed once', async () => {
    const sale = await swaps.createSwap({ quantity: 2, fulfilled: 2 })
    const body = { return_items: [{ item_id: sale.item.id, quantity: 1 }] }
    const replies = await Promise.all([1, 2, 3].map(() => swaps.send(`/admin/orders/${sale.order.id}/swaps`, body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('the last item in stock is used by one swap, unless backorders are allowed', async () => {
    const first = await swaps.createSwap({ stock: 1, body: { allow_backorder: false } })
    const others = await Promise.all(
      [false, false, true].map(async (allow_backorder) => {
        const sale = await swaps.placeFulfilledOrder()
        const return_items = [{ item_id: sale.item.id, quantity: 1 }]
        const additional_items = [{ variant_id: first.replacement.id, quantity: 1 }]
        return swaps.createSwapOf(sale, { return_items, additional_items, allow_backorder })
      }),
    )
    for (const { cart_id } of others) await shop.given.chooseShipping({ id: cart_id, region_id: region.id })
    const limited = [first.swap, ...others.slice(0, 2)]
    const replies = await Promise.all(limited.map((swap) => swaps.complete(swap)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await swaps.replacementStock(first)).toBe(0)
    await expectSuccess(swaps.complete(others[2]!))
    expect(await swaps.replacementStock(first)).toBe(-1)
  })

  test('confirming a swap needs no stock of the returned items', async () => {
    const createdSwap = await swaps.createSwap({ body: { allow_backorder: false } })
    await shop.given.stock({ id: createdSwap.item.variant_id }, 0)
    expect(await swaps.confirmSwap(createdSwap)).toMatchObject({ confirmed_at: expect.any(String) })
  })

  test('a swap is returned with its cart and the totals of the cart', async () => {
    const createdSwap = await swaps.createSwap({ replacementPrice: 1500 })
    const { swap } = await expectSuccess(shop.admin.get(`/admin/swaps/${createdSwap.swap.id}`))
    expect(swap).toMatchObject({
      id: createdSwap.swap.id,
      order: { id: createdSwap.order.id },
      cart: { subtotal: 500, tax_total: 100, total: 600, items: [{ variant: { id: createdSwap.replacement.id } }, {}] },
      return_order: { swap_id: createdSwap.swap.id },
      payment: null,
    })
    const list = await expectSuccess(shop.admin.get('/admin/swaps?limit=1'))
    expect(list).toMatchObject({ swaps: [{ id: createdSwap.swap.id }], offset: 0, limit: 1, count: expect.any(Number) })
    expect(list.swaps[0].cart).toBeUndefined()
    await expectError(shop.admin.get('/admin/swaps/swap_1'), 404, 'not_found', 'Swap was not found')
    expect((await shop.get('/admin/swaps')).status).toBe(401)
  })
})
