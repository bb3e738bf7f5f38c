import { afterAll, beforeAll, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Order } from '#entities/orders/order/order.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { createDeliveredLine, type DeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let sale: DeliveredLine
let otherSale: DeliveredLine
let replacement: Variant
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  sale = await createDeliveredLine(shop, { region })
  otherSale = await createDeliveredLine(shop, { region })
  replacement = await shop.given.variant()
})
afterAll(() => shop[Symbol.asyncDispose]())

const orderOf = async ({ order }: DeliveredLine) =>
  (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order

/** A replacement claim for the sale. */
const replaceBody = (overrides = {}) =>
  refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: replacement.id, quantity: 1 }],
    ...overrides,
  })
const line = (overrides = {}) => ({ claim_items: [{ ...refundClaimBody(sale).claim_items[0], ...overrides }] })

const REASON = 'Claim Item reason must be one of "missing_item", "wrong_item", "production_failure" or "other".'

const faults: Record<string, [body: () => object, status: number, type: string, message: string]> = {
  'an empty body': [
    () => ({}),
    400,
    'invalid_data',
    'type should not be empty, type must be one of the following values: refund, replace, claim_items should not be empty, claim_items must be an array',
  ],
  'an empty list of items': [
    () => refundClaimBody(sale, { claim_items: [] }),
    400,
    'invalid_data',
    'Claims must have at least one claim item.',
  ],
  'no additional items': [
    () => refundClaimBody(sale, { type: 'replace' }),
    400,
    'invalid_data',
    'Claims with type "replace" must have at least one additional item.',
  ],
  'additional items in a refund claim': [
    () => replaceBody({ type: 'refund' }),
    400,
    'invalid_data',
    'Claims with type "refund" cannot have additional items.',
  ],
  'a refund amount in a replacement claim': [
    () => replaceBody({ refund_amount: 10 }),
    400,
    'invalid_data',
    'Claim has type "replace" but must be type "refund" to have a refund_amount.',
  ],
  'a missing reason': [() => refundClaimBody(sale, line({ reason: undefined })), 400, 'invalid_data', REASON],
  'an unknown reason': [() => refundClaimBody(sale, line({ reason: 'boredom' })), 400, 'invalid_data', REASON],
  'a quantity of zero': [
    () => refundClaimBody(sale, line({ quantity: 0 })),
    400,
    'invalid_data',
    'quantity must not be less than 1',
  ],
  'a fractional quantity': [
    () => refundClaimBody(sale, line({ quantity: 0.5 })),
    400,
    'invalid_data',
    'quantity must be an integer number',
  ],
  'a negative refund amount': [
    () => refundClaimBody(sale, { refund_amount: -1 }),
    400,
    'invalid_data',
    'refund_amount must not be less than 0',
  ],
  'a script as an image URL': [
    () => refundClaimBody(sale, line({ images: ['javascript:alert(1)'] })),
    400,
    'invalid_data',
    'each value in images must be a URL address',
  ],
  'an unknown line': [
    () => refundClaimBody(sale, line({ item_id: 'item_no' })),
    404,
    'not_found',
    'Line item with item_no was not found',
  ],
  'an unknown variant': [
    () => replaceBody({ additional_items: [{ variant_id: 'variant_no', quantity: 1 }] }),
    400,
    'invalid_data',
    'Unable to generate the line items, some variant has not been found: variant_no',
  ],
  'an additional item of quantity zero': [
    () => replaceBody({ additional_items: [{ variant_id: replacement.id, quantity: 0 }] }),
    400,
    'invalid_data',
    'Unable to generate the line item because one or more required argument(s) are missing. Ensure quantity, regionId, and variantId are passed',
  ],
  'an unknown country': [
    () => refundClaimBody(sale, { shipping_address: { country_code: 'ZZ' } }),
    404,
    'not_found',
    'Country with country_code zz does not exist.',
  ],
  'an unknown shipping option': [
    () => replaceBody({ shipping_methods: [{ option_id: 'so_no' }] }),
    404,
    'not_found',
    'Shipping Option with so_no was not found',
  ],
  'an unknown shipping method': [
    () => replaceBody({ shipping_methods: [{ id: 'sm_no' }] }),
    404,
    'not_found',
    'Shipping Method with sm_no was not found',
  ],
  'an unknown return option': [
    () => refundClaimBody(sale, { return_shipping: { option_id: 'so_no', price: 0 } }),
    404,
    'not_found',
    'Shipping Option with so_no was not found',
  ],
}

test.each(Object.entries(faults))('a claim with %s is rejected and not stored', async (_, [body, ...refusal]) => {
  await expectError(shop.admin.post(sale.path, body()), ...refusal)
  expect(await orderOf(sale)).toMatchObject({ claims: [], refunds: [] })
})

test('a claim needs lines of the same order, an existing order and an administrator', async () => {
  const foreign = refundClaimBody(sale, { claim_items: refundClaimBody(otherSale).claim_items })
  const text = `Line item with ${otherSale.item.id} was not found`
  await expectError(shop.admin.post(sale.path, foreign), 404, 'not_found', text)
  const unknown = shop.admin.post('/admin/orders/order_no/claims', refundClaimBody(sale))
  await expectError(unknown, 404, 'not_found', 'Order with id order_no was not found')
  await expectError(shop.post(sale.path, refundClaimBody(sale)), 401, 'unauthorized', 'Unauthorized')
})

test('an unknown relation is rejected before any refund', async () => {
  const reply = await shop.admin.post(`${sale.path}?expand=nope`, refundClaimBody(sale))
  expect([reply.status, reply.body.type]).toEqual([400, 'invalid_data'])
  expect(await orderOf(sale)).toMatchObject({ claims: [], refunds: [] })
})

test("a claim ships only with options of the order's region", async () => {
  const foreignOption = await shop.given.shippingOption(await shop.given.region())
  const reply = shop.admin.post(sale.path, replaceBody({ shipping_methods: [{ option_id: foreignOption.id }] }))
  await expectError(reply, 400, 'invalid_data', "The shipping option is not available in the order's region")
})

test('a claim ships with outbound options and returns with return options', async () => {
  const [outboundOption, returnOption] = [
    await shop.given.shippingOption(region),
    await shop.given.shippingOption(region, { is_return: true }),
  ]
  const sending = replaceBody({ shipping_methods: [{ option_id: returnOption.id }] })
  await expectError(
    shop.admin.post(sale.path, sending),
    400,
    'invalid_data',
    'The shipping option can only be used for returns',
  )
  const returning = refundClaimBody(sale, { return_shipping: { option_id: outboundOption.id } })
  await expectError(
    shop.admin.post(sale.path, returning),
    400,
    'invalid_data',
    'The shipping option cannot be used for returns',
  )
})

test('a claim is rejected for a canceled order and for a line without a variant', async () => {
  const [canceled, custom] = [await createDeliveredLine(shop, { region }), await createDeliveredLine(shop, { region })]
  await changeRows(shop, Order, { id: canceled.order.id }, { status: 'canceled', canceled_at: new Date() })
  await changeRows(shop, LineItem, { id: custom.item.id }, { variant_id: null })
  const text = 'Cannot create a claim on a canceled item.'
  await expectError(shop.admin.post(canceled.path, refundClaimBody(canceled)), 400, 'invalid_data', text)
  await expectError(
    shop.admin.post(custom.path, refundClaimBody(custom)),
    400,
    'not_allowed',
    'Cannot claim a custom line item',
  )
})

test('a claim cannot send gift cards', async () => {
  const card = await shop.given.variant({ is_giftcard: true })
  const sending = replaceBody({ additional_items: [{ variant_id: card.id, quantity: 1 }] })
  await expectError(shop.admin.post(sale.path, sending), 400, 'not_allowed', 'A claim cannot send gift cards')
  expect(await orderOf(sale)).toMatchObject({ claims: [] })
  const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${card.id}`))
  expect(variant.inventory_quantity).toBe(100)
})
