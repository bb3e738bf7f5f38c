import { expect, test } from 'vitest'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/** A dynamic discount in its own region. */
async function createDynamicDiscount(shop: TestShop, over = {}) {
  const region = await shop.given.region()
  const parent = await shop.given.discount(region, {}, { is_dynamic: true, ...over })
  const path = `/admin/discounts/${parent.id}/dynamic-codes`
  const child = async (body: object) => (await expectSuccess(shop.admin.post(path, body))).discount
  return { region, parent, path, child }
}

test('a dynamic code shares the rule of its parent and can be used once', async () => {
  await using shop = await openTestShop()
  const { parent, child } = await createDynamicDiscount(shop, { usage_limit: 50 })
  const replies = await child({ code: ' ada-1 ', metadata: { for: 'Ada' } })
  expect(replies).toMatchObject({
    code: 'ADA-1',
    is_dynamic: true,
    is_disabled: false,
    rule_id: parent.rule_id,
    rule: { id: parent.rule_id, conditions: [] },
    parent_discount_id: parent.id,
    parent_discount: { id: parent.id },
    regions: [],
    ends_at: null,
    valid_duration: null,
    usage_limit: 1,
    usage_count: 0,
    metadata: { for: 'Ada' },
  })
  expect(replies.id).not.toBe(parent.id)
  expect((await child({ code: 'ADA-2', usage_limit: 7 })).usage_limit).toBe(7)
  expect((await child({ code: 'ADA-3', usage_limit: null })).usage_limit).toBe(1)
  expect((await expectSuccess(shop.admin.get('/admin/discounts?q=ada'))).count).toBe(3)
})

test('a dynamic code applies the percentage of its parent, including decimals', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const parent = await shop.given.discount(region, { value: 12.5 }, { is_dynamic: true })
  const { discount } = await expectSuccess(
    shop.admin.post(`/admin/discounts/${parent.id}/dynamic-codes`, { code: 'ADA' }),
  )
  expect(discount.rule.value).toBe(12.5)
  const order = await shop.given.order({ region, discounts: ['ADA'] })
  expect(order).toMatchObject({ subtotal: 1000, discount_total: 125 })
})

test('a dynamic code expires after the valid duration of its parent', async () => {
  await using shop = await openTestShop()
  const { child } = await createDynamicDiscount(shop, { valid_duration: 'P1DT1H' })
  const { starts_at, ends_at } = await child({ code: 'X' })
  expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(25 * 3_600_000)
  const { path, parent } = await createDynamicDiscount(shop, { valid_duration: 'P1Y' })
  await changeRows(shop, Discount, { id: parent.id }, { valid_duration: 'P9999Y' })
  await expectError(
    shop.admin.post(path, { code: 'Y' }),
    400,
    'invalid_data',
    'valid_duration must end before the year 10000',
  )
})

test('a zero duration, as the v1 admin form sends it, means no expiry', async () => {
  await using shop = await openTestShop()
  const { parent, child } = await createDynamicDiscount(shop, { valid_duration: 'P0Y0M0DT0H0M' })
  expect(parent.valid_duration).toBeNull()
  expect((await child({ code: 'X' })).ends_at).toBeNull()
  const at = `/admin/discounts/${parent.id}`
  expect((await expectSuccess(shop.admin.post(at, { valid_duration: 'P1D' }))).discount.valid_duration).toBe('P1D')
  expect((await expectSuccess(shop.admin.post(at, { valid_duration: 'PT0S' }))).discount.valid_duration).toBeNull()
})

test("a dynamic code applies the discount of its parent in the parent's regions", async () => {
  await using shop = await openTestShop()
  const { region, child } = await createDynamicDiscount(shop)
  const { code } = await child({ code: 'X' })
  const { discount_total } = await shop.given.order({ region, discounts: [code] })
  expect(discount_total).toBe(100)
  const cart = await shop.given.cart({ region })
  const used = 'Discount X has been used maximum allowed times'
  await expectError(shop.post(`/store/carts/${cart.id}`, { discounts: [{ code }] }), 400, 'not_allowed', used)
})

test('an invalid dynamic code is rejected', async () => {
  await using shop = await openTestShop()
  const { region, path, child } = await createDynamicDiscount(shop)
  const faults: Record<string, object> = {
    'code should not be empty, code must be a string': {},
    'code should not be empty': { code: ' ' },
    'usage_limit must be a positive number': { code: 'X', usage_limit: -1 },
    'usage_limit must be an integer number': { code: 'X', usage_limit: 1.5 },
    'property is_disabled should not exist': { code: 'X', is_disabled: true },
  }
  for (const [message, body] of Object.entries(faults))
    await expectError(shop.admin.post(path, body), 400, 'invalid_data', message)
  const { id } = await child({ code: 'CHILD' })
  const { id: plain } = await shop.given.discount(region)
  for (const parent of [id, plain]) {
    const own = shop.admin.post(`/admin/discounts/${parent}/dynamic-codes`, { code: 'X' })
    await expectError(own, 400, 'not_allowed', 'Discount must be set to dynamic')
  }
  const inherited = 'The regions of a dynamic code cannot be changed. Change those of its parent discount.'
  await expectError(shop.admin.post(`/admin/discounts/${id}/regions/${region.id}`), 400, 'not_allowed', inherited)
  await expectError(shop.admin.post(`/admin/discounts/${id}`, { regions: [region.id] }), 400, 'not_allowed', inherited)
  const missing = 'Discount with id disc_no was not found'
  await expectError(shop.admin.post('/admin/discounts/disc_no/dynamic-codes', { code: 'X' }), 404, 'not_found', missing)
  await expectError(shop.admin.delete('/admin/discounts/disc_no/dynamic-codes/X'), 404, 'not_found', missing)
})

test('simultaneous requests create a dynamic code once', async () => {
  await using shop = await openTestShop()
  const { path } = await createDynamicDiscount(shop)
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post(path, { code: 'dyn-two' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const message = 'Discount with code DYN-TWO already exists.'
  const refused = replies.find(({ status }) => status === 422)
  expect(refused?.body).toEqual({ code: 'invalid_request_error', type: 'duplicate_error', message })
})

test('many codes are created at once, differ, and are listed with their parent', async () => {
  await using shop = await openTestShop()
  const { parent, region } = await createDynamicDiscount(shop)
  const create = (body: object) => shop.admin.post(`/admin/discounts/${parent.id}/dynamic-codes/batch`, body)
  const { codes } = await expectSuccess(create({ count: 250, prefix: ' fair ' }))
  expect(new Set(codes).size).toBe(250)
  for (const code of codes) expect(code).toMatch(/^FAIR-[A-HJ-NP-Z2-9]{10}$/)
  const list = (query: string) => expectSuccess(shop.admin.get(`/admin/discounts?${query}`))
  expect(await list(`parent_discount_id=${parent.id}`)).toMatchObject({ count: 250 })
  expect(await list('parent_discount_id[exists]=false')).toMatchObject({ count: 1, discounts: [{ id: parent.id }] })
  const order = await shop.given.order({ region, discounts: [codes[0] ?? ''] })
  expect(order).toMatchObject({ discounts: [{ code: codes[0], usage_limit: 1, usage_count: 1 }], discount_total: 100 })
  const plain = await shop.given.discount(region)
  const refused = await shop.admin.post(`/admin/discounts/${plain.id}/dynamic-codes/batch`, { count: 1 })
  expect(refused.body).toMatchObject({ message: 'Discount must be set to dynamic' })
  for (const count of [0, -1, 1.5, 5001]) expect((await create({ count })).status).toBe(400)
})

test('a dynamic code is deleted in any letter case and can be created again', async () => {
  await using shop = await openTestShop()
  const { parent, path, child } = await createDynamicDiscount(shop)
  const other = await createDynamicDiscount(shop)
  await child({ code: 'GONE' })
  expect((await expectSuccess(shop.admin.delete(`${other.path}/GONE`))).discount.id).toBe(other.parent.id)
  await expectSuccess(shop.admin.get('/admin/discounts/code/GONE'))
  for (const _ of [1, 2])
    expect((await expectSuccess(shop.admin.delete(`${path}/gone%20`))).discount).toMatchObject({ id: parent.id })
  await expectError(
    shop.admin.get('/admin/discounts/code/GONE'),
    404,
    'not_found',
    'Discounts with code GONE was not found',
  )
  await child({ code: 'GONE' })
})

test('deleting a discount deletes its dynamic codes, including those created at the same time', async () => {
  await using shop = await openTestShop()
  const { region, parent, path, child } = await createDynamicDiscount(shop)
  await child({ code: 'EARLY' })
  const cart = await shop.given.payableCart({ region, discounts: ['EARLY'] })
  const [deleted, ...replies] = await Promise.all([
    shop.admin.delete(`/admin/discounts/${parent.id}`),
    ...[1, 2, 3, 4].map((i) => shop.admin.post(path, { code: `LATE-${i}` })),
  ])
  expect(deleted.status).toBe(200)
  expect(replies.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  expect((await expectSuccess(shop.admin.get('/admin/discounts'))).count).toBe(0)
  expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart.discounts).toEqual([])
})
