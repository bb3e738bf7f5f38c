import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeliveredLine, type DeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Claim, Region, ShippingOption, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let sale: DeliveredLine
let otherSale: DeliveredLine
let replacement: Variant
let option: ShippingOption
/** A replacement claim for the sale. */
let claim: Claim
let path: string
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  sale = await createDeliveredLine(shop, { region })
  otherSale = await createDeliveredLine(shop, { region })
  replacement = await shop.given.variant()
  option = await shop.given.shippingOption(region)
  const methods = { metadata: { a: 1 }, shipping_methods: [{ option_id: option.id, price: 7 }] }
  claim = (await expectSuccess(shop.admin.post(sale.path, replaceBody(methods)))).order.claims[0]
  path = `${sale.path}/${claim.id}`
})
afterAll(() => shop[Symbol.asyncDispose]())

const replaceBody = (over = {}) =>
  refundClaimBody(sale, { type: 'replace', additional_items: [{ variant_id: replacement.id, quantity: 1 }], ...over })

const REASON = 'Claim Item reason must be one of "missing_item", "wrong_item", "production_failure" or "other".'

const change = async (body: object, query = '') =>
  (await expectSuccess(shop.admin.post(path + query, body))).order.claims[0]

test('an update of a claim changes only its notes, reasons, metadata and notification flag', async () => {
  const [{ id, item_id }] = claim.claim_items
  const item = { id, item_id, quantity: 1, note: 'broken lid', reason: 'production_failure' }
  const changed = await change({ metadata: { b: 2 }, no_notification: true, claim_items: [item] })
  expect(changed).toMatchObject({ metadata: { a: 1, b: 2 }, no_notification: true, claim_items: [item] })
  const faults: [object, number, string, string][] = [
    [{ id, reason: 'boredom' }, 400, 'invalid_data', REASON],
    [{ id, quantity: 2 }, 400, 'invalid_data', 'The quantity of a claim item cannot be changed'],
    [{ id, item_id: otherSale.item.id }, 400, 'invalid_data', 'The item_id of a claim item cannot be changed'],
    [{ id: 'citm_no' }, 404, 'not_found', 'Claim item with id: citm_no was not found.'],
    [{ id, images: [{ id: 'cimg_no' }] }, 404, 'not_found', 'Claim image with id: cimg_no was not found.'],
    [{ id, tags: [{ id: 'ctag_no' }] }, 404, 'not_found', 'Claim tag with id: ctag_no was not found.'],
  ]
  for (const [fault, ...refusal] of faults) {
    await expectError(shop.admin.post(path, { metadata: { c: 3 }, claim_items: [item, fault] }), ...refusal)
  }
  expect(await change({})).toMatchObject({ metadata: { a: 1, b: 2 } })
})

test('an update replaces the images and tags of a claim item', async () => {
  const [{ id }] = claim.claim_items
  const query = '?expand=claims.claim_items.images,claims.claim_items.tags'
  const updateItem = async (images: object[], tags: object[]) => {
    const { claim_items } = await change({ claim_items: [{ id, images, tags }] }, query)
    return claim_items[0]
  }
  const urls = ['a', 'b'].map((name) => ({ url: `https://example.com/${name}.png` }))
  const first = await updateItem(urls, [{ value: 'Lid' }, { value: 'Red' }])
  expect(first).toMatchObject({ images: urls })
  const lid = first.tags.find((tag) => tag.value === 'lid')
  const second = await updateItem(
    [{ id: first.images[1].id }, { url: urls[0]!.url }],
    [{ id: lid?.id }, { value: ' big ' }],
  )
  expect(second.images.map(({ url }) => url).sort()).toEqual(urls.map(({ url }) => url))
  expect(second.images).toContainEqual(expect.objectContaining({ id: first.images[1].id }))
  expect(second.tags.map(({ value }) => value).sort()).toEqual(['big', 'lid'])
})

test('an update replaces the shipping methods of a claim', async () => {
  const [{ id }] = claim.shipping_methods
  const pricesOf = (claim: Claim) => claim.shipping_methods.map(({ price }) => price)
  expect(pricesOf(await change({ shipping_methods: [{ id, price: 9 }] }))).toEqual([9])
  const replaced = await change({ shipping_methods: [{ option_id: option.id, price: 321 }], no_notification: false })
  expect([pricesOf(replaced), replaced.shipping_methods[0].id === id]).toEqual([[321], false])
})

test('a claim can be accessed only through its own order', async () => {
  const strange = `${otherSale.path}/${claim.id}`
  const unrelated = `no claim was found with the id: ${claim.id} related to order: ${otherSale.order.id}`
  for (const [operation, body] of [
    ['', {}],
    ['/cancel', undefined],
    ['/fulfillments', {}],
    ['/fulfillments/ful_no/cancel', undefined],
    ['/shipments', { fulfillment_id: 'ful_no' }],
  ] as const) {
    await expectError(shop.admin.post(strange + operation, body), 404, 'not_found', unrelated)
    const unknown = shop.admin.post(`${sale.path}/claim_no${operation}`, body)
    await expectError(unknown, 404, 'not_found', 'Claim with claim_no was not found')
    await expectError(shop.post(path + operation, body), 401, 'unauthorized', 'Unauthorized')
  }
})

test('a claim accepts only its own fulfillments', async () => {
  const shipment = shop.admin.post(`${path}/shipments`, { fulfillment_id: 'ful_no' })
  await expectError(shipment, 404, 'not_found', 'Fulfillment with id: ful_no was not found')
  const { order } = await expectSuccess(
    shop.admin.post(otherSale.path, {
      ...replaceBody({ shipping_methods: [{ option_id: option.id }] }),
      claim_items: refundClaimBody(otherSale).claim_items,
    }),
  )
  const fulfilled = await expectSuccess(shop.admin.post(`${otherSale.path}/${order.claims[0].id}/fulfillments`, {}))
  const [{ id }] = fulfilled.order.claims[0].fulfillments
  const text = `no fulfillment was found with the id: ${id} related to claim: ${claim.id}`
  await expectError(shop.admin.post(`${path}/shipments`, { fulfillment_id: id }), 404, 'not_found', text)
  await expectError(shop.admin.post(`${path}/fulfillments/${id}/cancel`), 404, 'not_found', text)
})

test('a claim can be fulfilled only if it sends items by a shipping method', async () => {
  const [bare, refunded] = [await createDeliveredLine(shop, { region }), await createDeliveredLine(shop, { region })]
  const { claim_items } = refundClaimBody(bare)
  const { order } = await expectSuccess(shop.admin.post(bare.path, { ...replaceBody(), claim_items }))
  const unshipped = shop.admin.post(`${bare.path}/${order.claims[0].id}/fulfillments`, {})
  await expectError(unshipped, 400, 'not_allowed', 'Cannot fulfill a claim without a shipping method.')
  const { order: refundedOrder } = await expectSuccess(shop.admin.post(refunded.path, refundClaimBody(refunded)))
  const refund = shop.admin.post(`${refunded.path}/${refundedOrder.claims[0].id}/fulfillments`, {})
  await expectError(refund, 400, 'not_allowed', 'Claims with the type "refund" can not be fulfilled.')
})
