import { expect, test } from 'vitest'
import { refundClaimBody } from '#test/support/delivered-line.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import { useRemoteBank } from '#test/support/remote-bank.ts'
import type { Identified } from '#test/support/resources.ts'

/* Refunds of claims by a payment provider over a network. */

const { shop, region, bank, orders, placeOrderWithCard, runPendingJobs, refundsOf, setLater } =
  await useRemoteBank(useOrderShop)

/** Places an order of shipped items at 1200 each that is captured from this card. */
async function placeShippedOrder(card: object, quantity = 1) {
  const lines = [[await shop.given.variant(), quantity] as const]
  const order = await placeOrderWithCard(card, { lines, option: await shop.given.freeShippingOption(region) })
  await orders.act(order, 'capture')
  await orders.ship(order)
  return { order, item: order.items[0], path: `/admin/orders/${order.id}/claims` }
}

const orderOf = ({ order }: { order: Identified }) => orders.readOrder(order)

test('a claim becomes refunded once the provider has refunded the money', async () => {
  const sale = await placeShippedOrder({ card: 'good' })
  bank.isDown = true
  const { order } = await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  expect(order).toMatchObject({
    refunded_total: 1200,
    claims: [{ payment_status: 'not_refunded', refund_amount: 1200 }],
  })
  bank.isDown = false
  for (let i = 0; i < 2; i++) await runPendingJobs()
  expect(refundsOf(sale.order)).toEqual([1200])
  expect(await orderOf(sale)).toMatchObject({ payment_status: 'refunded', claims: [{ payment_status: 'refunded' }] })
})

test('a claim with a failed refund can be canceled, and its items can be claimed again', async () => {
  const sale = await placeShippedOrder({ card: 'good', later: 'unrefundable' })
  await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  await runPendingJobs()
  expect(await orderOf(sale)).toMatchObject({
    payment_status: 'requires_action',
    refunded_total: 0,
    claims: [{ payment_status: 'not_refunded', refund_amount: 0 }],
  })
  const [{ id }] = (await orderOf(sale)).claims
  await expectSuccess(shop.admin.post(`${sale.path}/${id}/cancel`))
  setLater(sale.order)
  const { order } = await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  expect(order.claims[1]).toMatchObject({ refund_amount: 1200 })
  await runPendingJobs()
  expect(refundsOf(sale.order)).toEqual([1200])
})

test('failed refunds of a simultaneous claim and return make the whole amount refundable again', async () => {
  const sale = await placeShippedOrder({ card: 'good' }, 2)
  const returnBody = { items: [{ item_id: sale.item.id, quantity: 1 }], receive_now: true }
  bank.isDown = true
  await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  const { order } = await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/return`, returnBody))
  expect(order).toMatchObject({ payment_status: 'refunded', refunded_total: 2400, claims: [{ refund_amount: 1200 }] })
  bank.isDown = false
  setLater(sale.order, 'unrefundable')
  await runPendingJobs()
  const claims = [{ payment_status: 'not_refunded', refund_amount: 0 }]
  const payments = [{ amount_refunded: 0 }]
  expect(await orderOf(sale)).toMatchObject({ payment_status: 'requires_action', refunded_total: 0, claims, payments })
  setLater(sale.order)
  const [{ id }] = (await orderOf(sale)).claims
  await expectSuccess(shop.admin.post(`${sale.path}/${id}/cancel`))
  const again = await expectSuccess(shop.admin.post(sale.path, refundClaimBody(sale)))
  expect(again.order.claims[1]).toMatchObject({ refund_amount: 1200, payment_status: 'not_refunded' })
  const amount = { amount: 1200, reason: 'return' }
  await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/refund`, amount))
  await runPendingJobs()
  expect(refundsOf(sale.order)).toEqual([1200, 1200])
  expect(await orderOf(sale)).toMatchObject({
    payment_status: 'refunded',
    refundable_amount: 0,
    payments: [{ amount_refunded: 2400 }],
    claims: [{ canceled_at: expect.any(String) }, { payment_status: 'refunded' }],
  })
})
