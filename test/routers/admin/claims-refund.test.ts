import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Claim, Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let taxInclusiveRegion: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  taxInclusiveRegion = await shop.given.region({ tax_rate: 20, includes_tax: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const send = async (sale: { path: string }, body: object) =>
  (await expectSuccess(shop.admin.post(sale.path, body))).order
const orderOf = async ({ order }: { order: Identified }) =>
  (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order
const MORE = 'Cannot claim more of an item than has been fulfilled.'

describe('a refund claim', () => {
  test('a refund claim refunds the price with tax and changes the payment status', async () => {
    const sale = await createDeliveredLine(shop, { region, quantity: 2 })
    const order = await send(sale, refundClaimBody(sale, { metadata: { desk: 3 } }))
    expect(order).toMatchObject({
      payment_status: 'partially_refunded',
      refunded_total: 1200,
      refundable_amount: 1200,
      refunds: [{ amount: 1200, reason: 'claim' }],
      claims: [
        {
          type: 'refund',
          payment_status: 'refunded',
          fulfillment_status: 'not_fulfilled',
          refund_amount: 1200,
          order_id: sale.order.id,
          metadata: { desk: 3 },
          shipping_address_id: sale.order.shipping_address.id,
          claim_items: [
            { item_id: sale.item.id, variant_id: sale.item.variant_id, quantity: 1, reason: 'missing_item' },
          ],
          additional_items: [],
          fulfillments: [],
          return_order: null,
        },
      ],
    })
  })

  test('a refund claim refunds at most the discounted price', async () => {
    const { code } = await shop.given.discount(region, { value: 50 })
    const sale = await createDeliveredLine(shop, { region, price: 600, discounts: [code] })
    expect(await send(sale, refundClaimBody(sale))).toMatchObject({
      refunded_total: 360,
      claims: [{ refund_amount: 360 }],
    })
  })

  test('a refund claim refunds a tax-inclusive price unchanged', async () => {
    const sale = await createDeliveredLine(shop, { region: taxInclusiveRegion, price: 1200, quantity: 2 })
    expect(await send(sale, refundClaimBody(sale))).toMatchObject({ refunded_total: 1200 })
  })

  test('refund claims for each item of a line add up to the exact total of the line', async () => {
    const { code } = await shop.given.discount(region, { type: 'fixed', value: 100 })
    const sale = await createDeliveredLine(shop, { region, price: 333, quantity: 3, discounts: [code] })
    const refunds = []
    for (let i = 0; i < 3; i++) refunds.push((await send(sale, refundClaimBody(sale))).claims[i]?.refund_amount)
    expect(refunds).toEqual([360, 359, 360])
    expect(sale.item.total).toBe(1079)
  })

  test('a refund claim refunds only the amount that was paid with money', async () => {
    const { code } = await shop.given.giftCard(region, 500)
    const sale = await createDeliveredLine(shop, { region, gift_cards: [code] })
    expect(sale.order.total).toBe(600)
    expect(await send(sale, refundClaimBody(sale))).toMatchObject({ refunded_total: 600, refundable_amount: 0 })
  })

  test.each([0, 1, 2])('a refund claim refunds fulfilled items after the shipment of %d', async (shipped) => {
    const sale = await createDeliveredLine(shop, { region, quantity: 2, fulfilled: 2, shipped })
    const both = [{ item_id: sale.item.id, quantity: 2, reason: 'other' }]
    expect(await send(sale, refundClaimBody(sale, { claim_items: both }))).toMatchObject({
      refunded_total: 2400,
      claims: [{ refund_amount: 2400, payment_status: 'refunded' }],
    })
  })

  test('a refund claim refunds the amount that it names', async () => {
    const sale = await createDeliveredLine(shop, { region })
    expect(await send(sale, refundClaimBody(sale, { refund_amount: 0 }))).toMatchObject({
      refunds: [],
      refunded_total: 0,
      payment_status: 'captured',
      claims: [{ refund_amount: 0, payment_status: 'na' }],
    })
    const named = await createDeliveredLine(shop, { region })
    expect(await send(named, refundClaimBody(named, { refund_amount: 77 }))).toMatchObject({ refunded_total: 77 })
  })

  test('a refund claim beyond the refundable amount is rejected and not stored', async () => {
    const text = 'Refund amount is greater that the refundable amount'
    const sale = await createDeliveredLine(shop, { region })
    await expectError(
      shop.admin.post(sale.path, refundClaimBody(sale, { refund_amount: 1201 })),
      400,
      'not_allowed',
      text,
    )
    const unpaid = await createDeliveredLine(shop, { region, captured: false })
    await expectError(shop.admin.post(unpaid.path, refundClaimBody(unpaid)), 400, 'not_allowed', text)
    for (const one of [sale, unpaid]) expect(await orderOf(one)).toMatchObject({ claims: [], refunded_total: 0 })
  })

  test('claim items store their notes and images and share tags in lower case', async () => {
    const [one, two] = [await createDeliveredLine(shop, { region }), await createDeliveredLine(shop, { region })]
    const facts = { quantity: 1, reason: 'wrong_item', note: 'green', tags: [' Fragile ', 'BLUE', 'blue'] }
    const images = ['https://example.com/a.png', 'https://example.com/b.png']
    const path = '?expand=claims.claim_items.tags,claims.claim_items.images&fields='
    const items = []
    for (const sale of [one, two]) {
      const claim_items = [{ ...facts, item_id: sale.item.id, images }]
      const body = refundClaimBody(sale, { claim_items, no_notification: true })
      const { order } = await expectSuccess(shop.admin.post(sale.path + path, body))
      expect(order.claims[0].no_notification).toBe(true)
      items.push(order.claims[0].claim_items[0])
    }
    const [first, second] = items
    expect(first).toMatchObject({ reason: 'wrong_item', note: 'green' })
    expect(first?.images.map(({ url }) => url)).toEqual(images)
    const tags = (item: Claim['claim_items'][number] | undefined) =>
      (item?.tags ?? []).map(({ id, value }) => [value, id]).sort()
    expect(tags(first).map(([value]) => value)).toEqual(['blue', 'fragile'])
    expect(tags(second)).toEqual(tags(first))
  })

  test('a refund claim can create a return', async () => {
    const option = await shop.given.shippingOption(region, { is_return: true, amount: 200 })
    const sale = await createDeliveredLine(shop, { region, quantity: 2 })
    const shipping = { option_id: option.id, price: 150 }
    const { claims } = await send(sale, refundClaimBody(sale, { return_shipping: shipping }))
    expect(claims[0].return_order).toMatchObject({
      status: 'requested',
      refund_amount: 1200,
      order_id: sale.order.id,
      items: [{ item_id: sale.item.id, quantity: 1, requested_quantity: 1 }],
      shipping_method: { price: 150, shipping_option_id: option.id, tax_lines: [{ rate: 20 }], total: 180 },
    })
  })
})

describe('claimed quantities', () => {
  test('claims and returns together never exceed the fulfilled quantity', async () => {
    const sale = await createDeliveredLine(shop, { region, quantity: 3, fulfilled: 2 })
    const line = refundClaimBody(sale).claim_items[0]
    const twice = refundClaimBody(sale, { claim_items: [line, { ...line, quantity: 2 }] })
    await expectError(shop.admin.post(sale.path, twice), 400, 'not_allowed', MORE)
    await send(sale, refundClaimBody(sale))
    const items = [{ item_id: sale.item.id, quantity: 1 }]
    await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}/return`, { items }))
    await expectError(shop.admin.post(sale.path, refundClaimBody(sale)), 400, 'not_allowed', MORE)
  })

  test('ten simultaneous equal claims succeed once', async () => {
    const sale = await createDeliveredLine(shop, { region })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => shop.admin.post(sale.path, refundClaimBody(sale, { refund_amount: 10 }))),
    )
    const successes = replies.filter(({ status }) => status === 200)
    expect(successes).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => !successes.includes(reply)))
      expect([status, body]).toEqual([400, { type: 'not_allowed', message: MORE }])
    expect(await orderOf(sale)).toMatchObject({ claims: [{}], refunded_total: 10 })
  })

  test('simultaneous claims never refund more than was captured', async () => {
    const sale = await createDeliveredLine(shop, { region, quantity: 5 })
    const body = refundClaimBody(sale, { refund_amount: 2500 })
    const replies = await Promise.all(Array.from({ length: 5 }, () => shop.admin.post(sale.path, body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
    expect(await orderOf(sale)).toMatchObject({ refunded_total: 5000, refundable_amount: 1000 })
  })
})

test('a claim is created once per idempotency key and only for the same request', async () => {
  const sale = await createDeliveredLine(shop, { region, quantity: 2 })
  const body = refundClaimBody(sale, { refund_amount: 10 })
  const first = await shop.admin.post(sale.path, body)
  const key = first.headers.get('idempotency-key')
  expect(key).toBeTruthy()
  const headers = { 'idempotency-key': key as string }
  expect((await shop.admin.post(sale.path, body, headers)).body).toEqual(first.body)
  expect((await shop.admin.post(sale.path, refundClaimBody(sale, { refund_amount: 20 }), headers)).status).toBe(409)
  const own = { 'idempotency-key': `mine ${sale.order.id}` }
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post(sale.path, body, own)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await orderOf(sale)).claims).toHaveLength(2)
})
