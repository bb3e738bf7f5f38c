import { describe, expect, test } from 'vitest'
import type { FulfillmentNotice } from '#entities/market/shipping/fulfillment-port.ts'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { coreProviders } from '#server/providers/core.ts'
import { eventNamesOf, eventsOf } from '#test/support/events.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified } from '#test/support/resources.ts'
import { carrierWebhook, webhookCarrier } from '#test/support/webhook-carrier.ts'

const fulfillment = new Map([...coreProviders.fulfillment, [webhookCarrier.id, webhookCarrier]])
const { shop, orders } = await useOrderShop({ providers: { ...coreProviders, fulfillment } })
const region = await shop.given.region({ fulfillment_providers: ['manual', webhookCarrier.id] })
const option = await shop.given.shippingOption(region, { provider_id: webhookCarrier.id })

const send = async (notice: FulfillmentNotice, { path = '/carrier/hooks', ...changes }: RequestChanges = {}) =>
  (await fetch(shop.url + path, { ...carrierWebhook(notice), ...changes })).status

interface RequestChanges {
  path?: string
  body?: string
  headers?: Record<string, string>
}

async function receive(notice: FulfillmentNotice): Promise<void> {
  expect(await send(notice)).toBe(200)
  await shop.runJobs()
}

/** An order with a fulfillment of its first line. */
async function givenFulfillment() {
  const order = await shop.given.order({ region, option })
  await orders.act(order, 'capture')
  const items = firstLineQuantity(order, 1)
  const { fulfillments } = await orders.act(order, 'fulfillment', { items })
  const [created] = fulfillments
  if (!created) throw new Error('The order has no fulfillment')
  return { order, fulfillment_id: created.id }
}

const shipmentsOf = async ({ id }: Identified) => {
  const { fulfillments, fulfillment_status } = await orders.readOrder({ id })
  const numbers = fulfillments.flatMap(({ tracking_links }) => tracking_links.map((link) => link.tracking_number))
  return { fulfillment_status, numbers }
}

const countEvents = async (thing: Identified, name: Parameters<typeof eventsOf>[2]) =>
  (await eventsOf(shop, thing, name)).length

describe('requests', () => {
  test.each([
    ['a forged signature', 401, { headers: { 'carrier-signature': 'forged' } }],
    ['a changed body', 401, { body: '{"type":"shipped"}' }],
    ['a provider without webhooks', 404, { path: '/hooks/manual' }],
  ])('a request with %s changes nothing', async (_, status, request) => {
    const { order, fulfillment_id } = await givenFulfillment()
    expect(await send({ type: 'shipped', fulfillment_id }, request)).toBe(status)
    await shop.runJobs()
    expect(await shipmentsOf(order)).toEqual({ fulfillment_status: 'fulfilled', numbers: [] })
  })
})

describe('an order', () => {
  test('is shipped with its tracking numbers once, also if the webhook arrives twice', async () => {
    const { order, fulfillment_id } = await givenFulfillment()
    const notice = { type: 'shipped', fulfillment_id, tracking_numbers: ['T-1'] } as const
    expect(await send(notice, { path: `/hooks/${webhookCarrier.id}` })).toBe(200)
    await receive(notice)
    await receive({ ...notice, tracking_numbers: ['T-1', 'T-2'], carrier: 'No such carrier' })
    expect(await shipmentsOf(order)).toEqual({ fulfillment_status: 'shipped', numbers: ['T-1', 'T-2'] })
    expect(await countEvents(order, 'order.shipment_created')).toBe(1)
  })

  test('is delivered once, also if the shipment was not reported', async () => {
    const { order, fulfillment_id } = await givenFulfillment()
    await receive({ type: 'delivered', fulfillment_id })
    await receive({ type: 'shipped', fulfillment_id })
    await receive({ type: 'delivered', fulfillment_id })
    expect((await shipmentsOf(order)).fulfillment_status).toBe('shipped')
    expect(await countEvents(order, 'order.shipment_created')).toBe(1)
    expect(await eventsOf(shop, order, 'order.shipment_delivered')).toMatchObject([{ payload: { fulfillment_id } }])
    const { delivered_at } = await shop.orm.em.fork().findOneOrFail(Fulfillment, { id: fulfillment_id })
    expect(delivered_at).toBeInstanceOf(Date)
  })

  test('does not change after the cancellation of its fulfillment', async () => {
    const { order, fulfillment_id } = await givenFulfillment()
    await orders.act(order, `fulfillments/${fulfillment_id}/cancel`)
    await receive({ type: 'shipped', fulfillment_id, tracking_numbers: ['T-3'] })
    expect(await shipmentsOf(order)).toEqual({ fulfillment_status: 'canceled', numbers: [] })
  })
})

test('a notice about an unknown fulfillment, and about a fulfillment of another provider, has no effect', async () => {
  await receive({ type: 'shipped', fulfillment_id: 'ful_unknown' })
  const order = await shop.given.fulfilledOrder()
  const [other] = (await orders.readOrder(order)).fulfillments
  await receive({ type: 'shipped', fulfillment_id: other?.id ?? '' })
  expect((await shipmentsOf(order)).fulfillment_status).toBe('fulfilled')
})

test('the replacement of a claim is shipped and delivered', async () => {
  const order = await shop.given.fulfilledOrder({ region, option })
  const [{ id: item_id, variant_id }] = order.items
  const { claims: created } = await orders.act(order, 'claims', {
    type: 'replace',
    claim_items: [{ item_id, quantity: 1, reason: 'missing_item' }],
    additional_items: [{ variant_id, quantity: 1 }],
    shipping_methods: [{ option_id: option.id, price: 0 }],
  })
  const [claim] = created
  const at = `/admin/orders/${order.id}/claims/${claim?.id}` as const
  const { claims } = (await expectSuccess(shop.admin.post(`${at}/fulfillments`, {}))).order
  const fulfillment_id = claims[0]?.fulfillments[0]?.id ?? ''
  await receive({ type: 'delivered', fulfillment_id, tracking_numbers: ['T-4'] })
  const names = await eventNamesOf(shop, { id: claim?.id ?? '' })
  expect(names).toEqual(expect.arrayContaining(['claim.shipment_created', 'claim.shipment_delivered']))
})
