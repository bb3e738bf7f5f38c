import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimOf, type Delivered, delivered } from '#test/support/delivered.ts'
import { answered, type Json } from '#test/support/given.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Json
let sale: Delivered
let other: Delivered
let spare: Json
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20 })
  sale = await delivered(shop, { region })
  other = await delivered(shop, { region })
  spare = await shop.given.variant()
})
afterAll(() => shop[Symbol.asyncDispose]())

const orderOf = async ({ order }: Delivered) => (await answered(shop.admin.get(`/admin/orders/${order.id}`))).order

/** A replace claim of the sale. */
const replacing = (over: Json = {}) =>
  claimOf(sale, { type: 'replace', additional_items: [{ variant_id: spare.id, quantity: 1 }], ...over })
const line = (over: Json = {}) => ({ claim_items: [{ ...claimOf(sale).claim_items[0], ...over }] })

const REASON = 'Claim Item reason must be one of "missing_item", "wrong_item", "production_failure" or "other".'

const faults: Record<string, [body: () => Json, status: number, type: string, message: string]> = {
  'no body': [
    () => ({}),
    400,
    'invalid_data',
    'type should not be empty, type must be one of the following values: refund, replace, claim_items should not be empty, claim_items must be an array',
  ],
  'no items': [
    () => claimOf(sale, { claim_items: [] }),
    400,
    'invalid_data',
    'Claims must have at least one claim item.',
  ],
  'nothing to send': [
    () => claimOf(sale, { type: 'replace' }),
    400,
    'invalid_data',
    'Claims with type "replace" must have at least one additional item.',
  ],
  'something to send beside the money': [
    () => replacing({ type: 'refund' }),
    400,
    'invalid_data',
    'Claims with type "refund" cannot have additional items.',
  ],
  'a refund of a replacement': [
    () => replacing({ refund_amount: 10 }),
    400,
    'invalid_data',
    'Claim has type "replace" but must be type "refund" to have a refund_amount.',
  ],
  'no reason': [() => claimOf(sale, line({ reason: undefined })), 400, 'invalid_data', REASON],
  'an unknown reason': [() => claimOf(sale, line({ reason: 'boredom' })), 400, 'invalid_data', REASON],
  'no piece': [() => claimOf(sale, line({ quantity: 0 })), 400, 'invalid_data', 'quantity must not be less than 1'],
  'half a piece': [
    () => claimOf(sale, line({ quantity: 0.5 })),
    400,
    'invalid_data',
    'quantity must be an integer number',
  ],
  'less than nothing': [
    () => claimOf(sale, { refund_amount: -1 }),
    400,
    'invalid_data',
    'refund_amount must not be less than 0',
  ],
  'an image that is a script': [
    () => claimOf(sale, line({ images: ['javascript:alert(1)'] })),
    400,
    'invalid_data',
    'each value in images must be a URL address',
  ],
  'an unknown line': [
    () => claimOf(sale, line({ item_id: 'item_no' })),
    404,
    'not_found',
    'Line item with item_no was not found',
  ],
  'an unknown variant': [
    () => replacing({ additional_items: [{ variant_id: 'variant_no', quantity: 1 }] }),
    400,
    'invalid_data',
    'Unable to generate the line items, some variant has not been found: variant_no',
  ],
  'an additional item without a piece': [
    () => replacing({ additional_items: [{ variant_id: spare.id, quantity: 0 }] }),
    400,
    'invalid_data',
    'Unable to generate the line item because one or more required argument(s) are missing. Ensure quantity, regionId, and variantId are passed',
  ],
  'an unknown country': [
    () => claimOf(sale, { shipping_address: { country_code: 'ZZ' } }),
    404,
    'not_found',
    'Country with country_code zz does not exist.',
  ],
  'an unknown shipping option': [
    () => replacing({ shipping_methods: [{ option_id: 'so_no' }] }),
    404,
    'not_found',
    'Shipping Option with so_no was not found',
  ],
  'a shipping method of nothing': [
    () => replacing({ shipping_methods: [{ id: 'sm_no' }] }),
    404,
    'not_found',
    'Shipping Method with sm_no was not found',
  ],
  'an unknown return option': [
    () => claimOf(sale, { return_shipping: { option_id: 'so_no', price: 0 } }),
    404,
    'not_found',
    'Shipping Option with so_no was not found',
  ],
}

test.each(Object.entries(faults))('a claim with %s is refused, and leaves nothing', async (_, [body, ...refusal]) => {
  await refuses(shop.admin.post(sale.path, body()), ...refusal)
  expect(await orderOf(sale)).toMatchObject({ claims: [], refunds: [] })
})

test('a claim is made only of lines of its order, of orders that there are, and by administrators', async () => {
  const foreign = claimOf(sale, { claim_items: claimOf(other).claim_items })
  const text = `Line item with ${other.item.id} was not found`
  await refuses(shop.admin.post(sale.path, foreign), 404, 'not_found', text)
  const unknown = shop.admin.post('/admin/orders/order_no/claims', claimOf(sale))
  await refuses(unknown, 404, 'not_found', 'Order with id order_no was not found')
  await refuses(shop.post(sale.path, claimOf(sale)), 401, 'unauthorized', 'Unauthorized')
})

test('an unknown relation is refused before any money moves', async () => {
  const reply = await shop.admin.post(`${sale.path}?expand=nope`, claimOf(sale))
  expect([reply.status, reply.body.type]).toEqual([400, 'invalid_data'])
  expect(await orderOf(sale)).toMatchObject({ claims: [], refunds: [] })
})

test('a claim ships only with options of the region of its order', async () => {
  const far = await shop.given.shippingOption(await shop.given.region())
  const reply = shop.admin.post(sale.path, replacing({ shipping_methods: [{ option_id: far.id }] }))
  await refuses(reply, 400, 'invalid_data', "The shipping option is not available in the order's region")
})

test('what a claim sends does not ship by an option for returns, and what comes back by no other', async () => {
  const [out, back] = [
    await shop.given.shippingOption(region),
    await shop.given.shippingOption(region, { is_return: true }),
  ]
  const sending = replacing({ shipping_methods: [{ option_id: back.id }] })
  await refuses(shop.admin.post(sale.path, sending), 400, 'invalid_data', 'The shipping option is for returns')
  const returning = claimOf(sale, { return_shipping: { option_id: out.id } })
  await refuses(shop.admin.post(sale.path, returning), 400, 'invalid_data', 'The shipping option is not for returns')
})

test('nothing of a canceled order is claimed, and no line that is not of a variant', async () => {
  const [canceled, custom] = [await delivered(shop, { region }), await delivered(shop, { region })]
  const em = shop.orm.em.fork()
  await em.execute(`update "order" set status = 'canceled', canceled_at = now() where id = ?`, [canceled.order.id])
  await em.execute('update line_item set variant_id = null where id = ?', [custom.item.id])
  const text = 'Cannot create a claim on a canceled item.'
  await refuses(shop.admin.post(canceled.path, claimOf(canceled)), 400, 'invalid_data', text)
  await refuses(shop.admin.post(custom.path, claimOf(custom)), 400, 'not_allowed', 'Cannot claim a custom line item')
})
