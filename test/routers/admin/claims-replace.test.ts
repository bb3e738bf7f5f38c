import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Event } from '#entities/platform/event/event.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import type { Payload } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Claim, Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let option: ShippingOption
let returnOption: ShippingOption
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  option = await shop.given.shippingOption(region)
  returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 200 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const post = async (path: string, body?: object) => (await expectSuccess(shop.admin.post(path, body))).order.claims[0]
const stockOf = async ({ id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity

interface ReplacementOptions {
  quantity?: number
  method?: boolean
  body?: object
}

/**
 * A replacement claim for a delivered item. The replacement variant has a stock of 10. `path` is the path of the
 * claim.
 */
async function replacement({ quantity = 1, method = true, body = {} }: ReplacementOptions = {}) {
  const sale = await createDeliveredLine(shop, { region })
  const replacementVariant = await shop.given.variant({ prices: [900], stock: 10 })
  const claim = await post(
    sale.path,
    refundClaimBody(sale, {
      type: 'replace',
      additional_items: [{ variant_id: replacementVariant.id, quantity }],
      ...(method ? { shipping_methods: [{ option_id: option.id, price: 0 }] } : {}),
      ...body,
    }),
  )
  return { ...sale, claims: sale.path, path: `${sale.path}/${claim.id}`, spare: replacementVariant, claim }
}

const fulfill = ({ path }: { path: string }) => post(`${path}/fulfillments`, {})

describe('a replacement claim', () => {
  test('a replacement claim takes new items from stock at their price and refunds nothing', async () => {
    const {
      claim,
      spare: replacementVariant,
      order,
    } = await replacement({
      quantity: 2,
      body: { shipping_methods: [{ option_id: option.id }] },
    })
    expect(claim).toMatchObject({
      type: 'replace',
      payment_status: 'na',
      fulfillment_status: 'not_fulfilled',
      refund_amount: null,
      additional_items: [
        {
          variant_id: replacementVariant.id,
          quantity: 2,
          unit_price: 900,
          tax_lines: [{ rate: 20 }],
          total: 2160,
          order_id: null,
        },
      ],
      shipping_methods: [{ shipping_option_id: option.id, price: 500, total: 600 }],
    })
    expect(await stockOf(replacementVariant)).toBe(8)
    const after = (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order
    expect([after.items.length, after.total, after.refunded_total]).toEqual([1, order.total, 0])
  })

  test('a replacement claim may send unpublished products', async () => {
    const sale = await createDeliveredLine(shop, { region })
    const { variants } = await shop.given.product({ status: 'draft', prices: [900] })
    const body = { type: 'replace', additional_items: [{ variant_id: variants[0].id, quantity: 1 }] }
    expect(await post(sale.path, refundClaimBody(sale, body))).toMatchObject({
      additional_items: [{ unit_price: 900 }],
    })
  })

  test('a replacement claim is rejected whole if the stock is insufficient', async () => {
    const sale = await createDeliveredLine(shop, { region })
    const [one, two] = [await shop.given.variant({ stock: 5 }), await shop.given.variant({ stock: 1 })]
    const additional_items = [one, two].map(({ id }) => ({ variant_id: id, quantity: 2 }))
    const text = `Variant with id: ${two.id} does not have the required inventory`
    const reply = shop.admin.post(sale.path, refundClaimBody(sale, { type: 'replace', additional_items }))
    await expectError(reply, 400, 'not_allowed', text, 'insufficient_inventory')
    expect([await stockOf(one), await stockOf(two)]).toEqual([5, 1])
    expect((await expectSuccess(shop.admin.get(`/admin/orders/${sale.order.id}`))).order.claims).toEqual([])
  })

  test('simultaneous replacement claims take the last item once', async () => {
    const last = await shop.given.variant({ stock: 1 })
    const sales = await Promise.all([1, 2, 3, 4].map(() => createDeliveredLine(shop, { region })))
    const additional_items = [{ variant_id: last.id, quantity: 1 }]
    const replies = await Promise.all(
      sales.map((sale) => shop.admin.post(sale.path, refundClaimBody(sale, { type: 'replace', additional_items }))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await stockOf(last)).toBe(0)
  })

  test('a replacement claim ships to its own address', async () => {
    const [{ iso_2 }] = region.countries
    const shipping_address = { first_name: 'Grace', country_code: iso_2.toUpperCase() }
    const { claim, order } = await replacement({ body: { shipping_address } })
    expect(claim.shipping_address).toMatchObject({ first_name: 'Grace', country_code: iso_2 })
    expect(claim.shipping_address_id).not.toBe(order.shipping_address.id)
  })

  test('the return of a replacement claim excludes the return shipping from its refund amount', async () => {
    const { claim } = await replacement({ body: { return_shipping: { option_id: returnOption.id } } })
    expect(claim.return_order).toMatchObject({ status: 'requested', refund_amount: 1200 - 240 })
  })
})

describe('the fulfillment of a claim', () => {
  test('a claim can be fulfilled once, canceled once and fulfilled again', async () => {
    const replacementClaim = await replacement({ quantity: 2 })
    const fulfilled = await fulfill(replacementClaim)
    const [{ id: item_id }] = fulfilled.additional_items
    expect(fulfilled).toMatchObject({
      fulfillment_status: 'fulfilled',
      additional_items: [{ fulfilled_quantity: 2 }],
      fulfillments: [{ order_id: null, provider_id: 'manual', shipped_at: null, items: [{ item_id, quantity: 2 }] }],
    })
    const again = shop.admin.post(`${replacementClaim.path}/fulfillments`, {})
    await expectError(again, 400, 'not_allowed', 'The claim has already been fulfilled.')
    const cancel = `${replacementClaim.path}/fulfillments/${fulfilled.fulfillments[0].id}/cancel`
    for (const unpacked of [await post(cancel), await post(cancel)]) {
      expect(unpacked).toMatchObject({
        fulfillment_status: 'canceled',
        additional_items: [{ fulfilled_quantity: 0 }],
        fulfillments: [{ canceled_at: expect.any(String) }],
      })
    }
    expect(await fulfill(replacementClaim)).toMatchObject({ fulfillment_status: 'fulfilled', fulfillments: [{}, {}] })
  })

  test('a shipped claim keeps each tracking number once and cannot be canceled', async () => {
    const replacementClaim = await replacement()
    const [{ id: fulfillment_id }] = (await fulfill(replacementClaim)).fulfillments
    const ship = (tracking_numbers?: string[]) =>
      post(`${replacementClaim.path}/shipments`, { fulfillment_id, tracking_numbers })
    await ship(['A1', 'B2'])
    for (const numbers of [undefined, ['B2', 'C3']]) await ship(numbers)
    const shipped = await ship()
    expect(shipped).toMatchObject({
      fulfillment_status: 'shipped',
      additional_items: [{ shipped_quantity: 1 }],
      fulfillments: [{ shipped_at: expect.any(String), tracking_numbers: [] }],
    })
    const numbers = shipped.fulfillments[0].tracking_links.map((link) => link.tracking_number)
    expect(numbers.sort()).toEqual(['A1', 'B2', 'C3'])
    const cancel = shop.admin.post(`${replacementClaim.path}/fulfillments/${fulfillment_id}/cancel`)
    const text = 'The fulfillment has already been shipped. Shipped fulfillments cannot be canceled'
    await expectError(cancel, 400, 'not_allowed', text)
  })

  test('simultaneous fulfillments or cancelations of a claim succeed once', async () => {
    const replacementClaim = await replacement()
    const packings = await Promise.all(
      [1, 2, 3, 4].map(() => shop.admin.post(`${replacementClaim.path}/fulfillments`, {})),
    )
    expect(packings.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const [{ id }] = packings.find(({ status }) => status === 200)!.body.order.claims[0].fulfillments
    const cancel = `${replacementClaim.path}/fulfillments/${id}/cancel`
    const replies = await Promise.all([1, 2, 3, 4].map(() => shop.admin.post(cancel)))
    for (const { status, body } of replies)
      expect([status, body.order.claims[0].additional_items[0].fulfilled_quantity]).toEqual([200, 0])
  })

  test('replacement items can be claimed again', async () => {
    const replacementClaim = await replacement()
    const [{ id: fulfillment_id }] = (await fulfill(replacementClaim)).fulfillments
    const { additional_items } = await post(`${replacementClaim.path}/shipments`, { fulfillment_id })
    const claim_items = [{ item_id: additional_items[0].id, quantity: 1, reason: 'production_failure' }]
    const { order } = await expectSuccess(
      shop.admin.post(replacementClaim.claims, refundClaimBody(replacementClaim, { claim_items })),
    )
    expect(order.claims[1]).toMatchObject({ type: 'refund', refund_amount: 1200 })
  })
})

describe('canceling a claim', () => {
  test('canceling a claim restocks its items once', async () => {
    const { path, spare: replacementVariant } = await replacement({ quantity: 2 })
    const replies = await Promise.all([1, 2, 3].map(() => post(`${path}/cancel`)))
    for (const claim of replies)
      expect(claim).toMatchObject({ canceled_at: expect.any(String), fulfillment_status: 'canceled' })
    expect(await stockOf(replacementVariant)).toBe(10)
  })

  test('canceling a claim allows new claims for its items', async () => {
    const { path, claims, ...sale } = await replacement()
    const body = refundClaimBody(sale)
    expect((await shop.admin.post(claims, body)).status).toBe(400)
    await post(`${path}/cancel`)
    expect((await shop.admin.post(claims, body)).status).toBe(200)
  })

  test('a claim with a fulfillment, a return or a refund cannot be canceled', async () => {
    const fulfilled = await replacement()
    await fulfill(fulfilled)
    const returned = await replacement({ body: { return_shipping: { option_id: returnOption.id } } })
    const sale = await createDeliveredLine(shop, { region })
    const refunded = await post(sale.path, refundClaimBody(sale))
    for (const [path, text] of [
      [fulfilled.path, 'All fulfillments must be canceled before the claim can be canceled'],
      [returned.path, 'Return must be canceled before the claim can be canceled'],
      [`${sale.path}/${refunded.id}`, 'Claim with a refund cannot be canceled'],
    ] as const)
      await expectError(shop.admin.post(`${path}/cancel`), 400, 'not_allowed', text)
  })

  test('a canceled claim cannot be updated, fulfilled or shipped', async () => {
    const replacementClaim = await replacement()
    const [{ id: fulfillment_id }] = (await fulfill(replacementClaim)).fulfillments
    await post(`${replacementClaim.path}/fulfillments/${fulfillment_id}/cancel`)
    await post(`${replacementClaim.path}/cancel`)
    for (const [path, body, text] of [
      ['', { metadata: { a: 1 } }, 'Canceled claim cannot be updated'],
      ['/fulfillments', {}, 'Canceled claim cannot be fulfilled'],
      ['/shipments', { fulfillment_id }, 'Canceled claim cannot be fulfilled as shipped'],
    ] as const)
      await expectError(shop.admin.post(replacementClaim.path + path, body), 400, 'not_allowed', text)
  })
})

test('a claim records events for its changes but not for rejected requests', async () => {
  const first = await replacement({ body: { no_notification: true } })
  const [{ id: fulfillment_id }] = (await fulfill(first)).fulfillments
  await post(`${first.path}/fulfillments/${fulfillment_id}/cancel`)
  const [, { id: again }] = (await fulfill(first)).fulfillments
  await post(`${first.path}/shipments`, { fulfillment_id: again })
  await post(first.path, { metadata: { a: 1 } })
  await shop.admin.post(`${first.path}/cancel`)
  const sale = await createDeliveredLine(shop, { region })
  const refund = await post(sale.path, refundClaimBody(sale))
  const second = await replacement()
  await post(`${second.path}/cancel`)

  const events = await shop.orm.em.fork().find(Event, { name: { $like: 'claim%' } }, { orderBy: { id: 'asc' } })
  const eventsOf = (claim: Claim) =>
    events
      .map(({ name, payload }) => ({ name, payload: { ...payload } as Payload }))
      .filter(({ payload }) => [claim.id, claim.claim_items[0].id].some((id) => id === payload.id))
      .map(({ name, payload }) => [name, payload.no_notification, payload.fulfillment_id] as const)
  expect(eventsOf(first.claim)).toEqual([
    ['claim.created', true, undefined],
    ['claim_item.created', true, undefined],
    ['claim.fulfillment_created', true, fulfillment_id],
    ['claim.fulfillment_created', true, again],
    ['claim.shipment_created', true, again],
    ['claim.updated', true, undefined],
  ])
  expect(eventsOf(refund).map(([name]) => name)).toEqual([
    'claim.created',
    'claim_item.created',
    'claim.refund_processed',
  ])
  expect(eventsOf(second.claim)).toEqual([
    ['claim.created', null, undefined],
    ['claim_item.created', null, undefined],
    ['claim.canceled', null, undefined],
    ['claim_item.canceled', null, undefined],
  ])
})
