import { describe, expect, test } from 'vitest'
import { sum } from '#entities/values/money.ts'
import { readCsv } from '#test/support/csv.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { readFileText, runJob } from '#test/support/jobs.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import type { AdminOrder, Order } from '#test/support/resources.ts'
import { type SplitPart, useSplitShop } from '#test/support/split-shop.ts'

/* Orders with a split payment after their sale: captures, refunds, cancellations, returns, claims, swaps and edits. */

const splitShop = await useSplitShop()
const { shop, region, card, voucher, orders, option, splitCart, placeOrder, runAllJobs } = splitShop
const { act, send, readOrder } = orders
const edits = orderEditActions(() => shop)

const CARDS: SplitPart[] = [{ provider_id: 'card', amount: 500 }, { provider_id: 'voucher' }]
/** Both providers can capture a part. */
const TILLS: SplitPart[] = [{ provider_id: 'till', amount: 500 }, { provider_id: 'manual' }]

const orderOf = async (parts: SplitPart[], quantity = 1) =>
  placeOrder(await splitCart(parts, { lines: [[await shop.given.variant(), quantity]] }))

const capturedOrder = async (parts: SplitPart[], quantity = 1) => {
  const order = await orderOf(parts, quantity)
  await act(order, 'capture')
  return order
}

/** `[provider, amount, refunded amount]` of each payment. */
const paymentsOf = ({ payments }: { payments: Order['payments'] | AdminOrder['payments'] }) =>
  payments.map(({ provider_id, amount, amount_refunded }) => [provider_id, amount, amount_refunded])

const statusesAt = (provider: typeof card, { cart_id }: Pick<Order, 'cart_id'>) =>
  [...provider.ledger.values()].filter((one) => one.cart_id === cart_id).map(({ status }) => status)

const refundsAt = (provider: typeof card, { cart_id }: Pick<Order, 'cart_id'>) =>
  [...provider.ledger.values()].filter((one) => one.cart_id === cart_id).flatMap(({ refunds }) => [...refunds.values()])

const refund = (order: Order, amount: number) => act(order, 'refund', { amount, reason: 'other' })

describe('captures', () => {
  test('a capture of the order captures all payments', async () => {
    const order = await orderOf(CARDS)
    expect(await act(order, 'capture')).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
    for (const provider of [card, voucher]) expect(statusesAt(provider, order)).toEqual(['captured'])
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('each payment can be captured alone', async () => {
    const order = await orderOf(CARDS)
    const [first, second] = [order.payments[0], order.payments[1]!]
    await expectSuccess(shop.admin.post(`/admin/payments/${second.id}/capture`))
    expect((await readOrder(order)).payment_status).toBe('awaiting')
    expect(statusesAt(card, order)).toEqual(['captured'])
    expect(statusesAt(voucher, order)).toEqual(['authorized'])
    await expectSuccess(shop.admin.post(`/admin/payments/${first.id}/capture`))
    expect((await readOrder(order)).payment_status).toBe('captured')
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('if one provider refuses the capture, the order requires an action, and the other payment is captured', async () => {
    const order = await orderOf(CARDS)
    for (const payment of card.ledger.values()) if (payment.cart_id === order.cart_id) payment.later = 'uncapturable'
    await expectErrorMessage(send(order, 'capture'), 400, 'The card has expired')
    expect(await readOrder(order)).toMatchObject({ payment_status: 'requires_action' })
    expect(statusesAt(voucher, order)).toEqual(['captured'])
    for (const payment of card.ledger.values()) payment.later = undefined
    expect(await act(order, 'capture')).toMatchObject({ payment_status: 'captured' })
  })

  test('the captures of an order that costs less take its cost from both payments', async () => {
    const order = await orderOf(TILLS, 2)
    expect(paymentsOf(order)).toEqual([
      ['manual', 2500, 0],
      ['till', 500, 0],
    ])
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0]!, 1)
    await edits.act(edit, 'confirm')
    const captured = await act(order, 'capture')
    expect(captured).toMatchObject({ payment_status: 'captured', difference_due: 0, paid_total: 1800 })
    expect(paymentsOf(captured)).toEqual([
      ['manual', 1800, 0],
      ['till', 0, 0],
    ])
  })
})

describe('refunds', () => {
  test('a refund begins with the payment of the rest, and returns everything in the end', async () => {
    const order = await capturedOrder(CARDS)
    expect(paymentsOf(await refund(order, 200))).toEqual([
      ['voucher', 1300, 200],
      ['card', 500, 0],
    ])
    const both = await refund(order, 1250)
    expect(both).toMatchObject({ payment_status: 'partially_refunded', refundable_amount: 350 })
    expect(paymentsOf(both)).toEqual([
      ['voucher', 1300, 1300],
      ['card', 500, 150],
    ])
    await expectErrorMessage(send(order, 'refund', { amount: 351, reason: 'other' }), 400, /Cannot refund more/)
    expect(await refund(order, 350)).toMatchObject({ payment_status: 'refunded', refundable_amount: 0 })
    await runAllJobs()
    expect(refundsAt(voucher, order)).toEqual([200, 1100])
    expect(refundsAt(card, order)).toEqual([150, 350])
  })

  test('one payment can be refunded', async () => {
    const order = await capturedOrder(CARDS)
    const { id } = order.payments.find(({ provider_id }) => provider_id === 'card')!
    const path = `/admin/payments/${id}/refund` as const
    await expectErrorMessage(shop.admin.post(path, { amount: 501, reason: 'other' }), 400, /Only 500/)
    await expectSuccess(shop.admin.post(path, { amount: 100, reason: 'other' }))
    await runAllJobs()
    expect(refundsAt(card, order)).toEqual([100])
    expect(refundsAt(voucher, order)).toEqual([])
  })

  test('a refund reaches only captured payments', async () => {
    const order = await orderOf(CARDS)
    const { id } = order.payments.find(({ provider_id }) => provider_id === 'card')!
    await expectSuccess(shop.admin.post(`/admin/payments/${id}/capture`))
    expect(paymentsOf(await refund(order, 300))).toEqual([
      ['voucher', 1300, 0],
      ['card', 500, 300],
    ])
    expect((await send(order, 'refund', { amount: 300, reason: 'other' })).status).toBe(400)
  })

  test('if one provider refuses its refund, only this part fails', async () => {
    const order = await capturedOrder(CARDS)
    for (const payment of card.ledger.values()) if (payment.cart_id === order.cart_id) payment.later = 'unrefundable'
    await refund(order, 1800)
    await runAllJobs()
    expect(await readOrder(order)).toMatchObject({ payment_status: 'requires_action', refundable_amount: 500 })
    expect(refundsAt(voucher, order)).toEqual([1300])
    expect(refundsAt(card, order)).toEqual([])
  })
})

describe('cancellations', () => {
  test('a canceled order cancels all payments that are not captured, and refunds the others', async () => {
    const order = await orderOf(CARDS)
    const { id } = order.payments.find(({ provider_id }) => provider_id === 'card')!
    await expectSuccess(shop.admin.post(`/admin/payments/${id}/capture`))
    const canceled = await act(order, 'cancel')
    expect(canceled).toMatchObject({ status: 'canceled', payment_status: 'canceled' })
    await runAllJobs()
    expect(statusesAt(voucher, order)).toEqual(['canceled'])
    expect(refundsAt(card, order)).toEqual([500])
  })
})

describe('goods that come back', () => {
  const shipped = async (parts: SplitPart[], quantity = 1) => {
    const order = await capturedOrder(parts, quantity)
    await orders.ship(order)
    return order
  }
  const lineOf = ({ items }: Order, quantity = 1) => [{ item_id: items[0].id, quantity }]

  test('a return refunds its value from the payments', async () => {
    const order = await shipped(TILLS, 2)
    const returned = await act(order, 'return', { items: lineOf(order, 2), receive_now: true })
    expect(returned).toMatchObject({ refunded_total: 2400, payment_status: 'partially_refunded' })
    expect(paymentsOf(returned)).toEqual([
      ['manual', 2500, 2400],
      ['till', 500, 0],
    ])
  })

  test('a claim refunds its value from the payments', async () => {
    const order = await shipped([{ provider_id: 'till' }, { provider_id: 'manual', amount: 1500 }])
    const claim_items = [{ item_id: order.items[0].id, quantity: 1, reason: 'missing_item' }]
    const claimed = await act(order, 'claims', { type: 'refund', claim_items })
    expect(claimed.refunded_total).toBe(1200)
    expect(paymentsOf(claimed)).toEqual([
      ['till', 300, 300],
      ['manual', 1500, 900],
    ])
  })

  test('a swap refunds a negative difference from the payments, and another provider pays a positive one', async () => {
    for (const price of [100, 3000]) {
      const order = await shipped([{ provider_id: 'till' }, { provider_id: 'manual', amount: 1500 }])
      const variant = await shop.given.variant({ prices: [price] })
      const body = { return_items: lineOf(order), additional_items: [{ variant_id: variant.id, quantity: 1 }] }
      const { swaps } = await act(order, 'swaps', body)
      const { swap } = await expectSuccess(shop.admin.get(`/admin/swaps/${swaps.at(-1)!.id}`))
      const cart = `/store/carts/${swap.cart_id}` as const
      await expectSuccess(shop.post(`${cart}/shipping-methods`, { option_id: option.id }))
      await expectSuccess(shop.post(`${cart}/payment-sessions`))
      if (price === 3000) await expectSuccess(shop.post(`${cart}/payment-session`, { provider_id: 'till' }))
      await expectSuccess(shop.post(`${cart}/complete`))
      await expectSuccess(shop.admin.post(`/admin/returns/${swap.return_order.id}/receive`, { items: lineOf(order) }))
      await act(order, `swaps/${swap.id}/process-payment`)
      const after = await readOrder(order)
      const own = paymentsOf(after).slice(0, 2)
      if (price === 100) expect(own.map(([, , refunded]) => refunded)).toEqual([300, 180])
      else expect(after.payments).toHaveLength(3)
    }
  })
})

describe('edits', () => {
  test('the customer pays the difference of an edit with a third provider, and all payments are captured and refunded', async () => {
    const order = await orderOf(CARDS)
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0]!, 2)
    const { payment_collection_id } = await edits.act(edit, 'request')
    const path = `/store/payment-collections/${payment_collection_id}` as const
    const { payment_collection } = await expectSuccess(shop.post(`${path}/sessions`, { provider_id: 'till' }))
    await expectSuccess(shop.post(`${path}/sessions/${payment_collection.payment_sessions[0]!.id}/authorize`))
    await expectSuccess(shop.post(`/store/order-edits/${edit.id}/complete`))
    const edited = await act(order, 'capture')
    expect(edited).toMatchObject({ total: 3000, paid_total: 3000, payment_status: 'captured' })
    expect(paymentsOf(edited)).toEqual([
      ['voucher', 1300, 0],
      ['card', 500, 0],
      ['till', 1200, 0],
    ])
    expect(await refund(order, 3000)).toMatchObject({ payment_status: 'refunded' })
  })
})

describe('reports', () => {
  test('the statistics count one order and the money of all payments', async () => {
    const sales = async () => {
      const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
      const path = `/admin/statistics/sales?from=${from}&to=${to}` as const
      const list = (await expectSuccess(shop.admin.get(path))).sales.filter(({ region_id }) => region_id === region.id)
      return { orders: sum(list.map(({ orders: count }) => count)), revenue: sum(list.map(({ revenue }) => revenue)) }
    }
    const before = await sales()
    await capturedOrder(TILLS)
    expect(await sales()).toEqual({ orders: before.orders + 1, revenue: before.revenue + 1800 })
  })

  test('the export of the data of a customer has all payments', async () => {
    const cart = await splitCart(TILLS, { email: 'split@example.com' })
    const { customer_id, payments } = await placeOrder(cart)
    const { text } = await shop.admin.post(`/admin/customers/${customer_id}/export`, {})
    for (const { id } of payments) expect(text).toContain(id)
  })

  test('the export of orders has one line with the total', async () => {
    const { id } = await placeOrder(await splitCart(TILLS))
    const { result } = await runJob(shop, 'order-export', {})
    const { rows } = await readCsv(await readFileText(shop, result.file_key))
    expect(rows.filter(({ Order_ID }) => Order_ID === id)).toMatchObject([{ Total: '1800' }])
  })
})
