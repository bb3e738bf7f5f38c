import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/** A discount in its own region. */
async function sale(shop: TestShop, rule = {}, over = {}) {
  const region = await shop.given.region()
  const discount = await shop.given.discount(region, rule, over)
  return { region, discount, path: `/admin/discounts/${discount.id}` }
}

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id).sort()

test('an update changes only the given fields of a discount', async () => {
  await using shop = await openTestShop()
  const ends_at = '2999-01-01T00:00:00.000Z'
  const { discount, path } = await sale(shop, { description: 'Ten off' }, { ends_at, metadata: { a: 1, b: 2 } })
  const { updated_at, ...before } = discount
  const { discount: same } = await expectSuccess(shop.admin.post(path, {}))
  expect(same).toEqual(discount)
  const changes = {
    code: ' later ',
    is_disabled: true,
    starts_at: '2020-01-01T00:00:00.000Z',
    valid_duration: 'P1D',
    usage_limit: 3,
  }
  const { discount: changed } = await expectSuccess(shop.admin.post(path, { ...changes, metadata: { a: '', c: null } }))
  expect(changed).toEqual({
    ...before,
    ...changes,
    code: 'LATER',
    metadata: { b: 2, c: null },
    updated_at: expect.any(String),
  })
  expect(changed.updated_at > updated_at).toBe(true)
  const none = { ends_at: null, valid_duration: null, usage_limit: null, metadata: null }
  const { discount: freed } = await expectSuccess(shop.admin.post(`${path}?fields=ends_at,usage_limit&expand=`, none))
  expect(freed).toEqual({ id: discount.id, ends_at: null, usage_limit: null })
})

test('an update changes the terms of a rule but not its type', async () => {
  await using shop = await openTestShop()
  const { discount, path } = await sale(shop)
  const id = discount.rule_id
  const terms = { value: 25, allocation: 'item', description: 'A quarter' }
  const { rule } = (await expectSuccess(shop.admin.post(path, { rule: { id, ...terms } }))).discount
  expect(rule).toMatchObject({ id, type: 'percentage', ...terms })
  const { discount: other } = await sale(shop)
  const faults: Record<string, object> = {
    'id should not be empty, id must be a string': { value: 5 },
    'property type should not exist': { id, type: 'fixed' },
    'Discount value above 100 is not allowed when type is percentage': { id, value: 101 },
    'value must not be less than 0': { id, value: -1 },
    'value must be a number conforming to the specified constraints': { id, value: 0.001 },
    'Invalid allocation type, must be one of "total" or "item"': { id, allocation: 'half' },
    "Can't insert null value in field value on insert in table discount_rule": { id, value: null },
    [`Rule with id ${other.rule_id} does not belong to Discount with id ${discount.id}`]: {
      id: other.rule_id,
      value: 99,
    },
  }
  for (const [message, wrong] of Object.entries(faults))
    await expectError(shop.admin.post(path, { rule: wrong }), 400, 'invalid_data', message)
  const stored = async (id: string) => (await expectSuccess(shop.admin.get(`/admin/discounts/${id}`))).discount
  expect((await stored(discount.id)).rule).toEqual(rule)
  expect((await stored(other.id)).rule.value).toBe(10)
})

test('a percentage may have decimals but a fixed amount may not', async () => {
  await using shop = await openTestShop()
  const { discount, path } = await sale(shop)
  const { rule } = (await expectSuccess(shop.admin.post(path, { rule: { id: discount.rule_id, value: 12.5 } })))
    .discount
  expect(rule.value).toBe(12.5)
  const fixed = await sale(shop, { type: 'fixed', value: 500 })
  const change = shop.admin.post(fixed.path, { rule: { id: fixed.discount.rule_id, value: 12.5 } })
  await expectError(change, 400, 'invalid_data', 'value must be an integer number')
})

test('an invalid update is rejected and changes nothing', async () => {
  await using shop = await openTestShop()
  const { discount, path } = await sale(shop, {}, { starts_at: '2030-01-02T00:00:00.000Z' })
  const otherSale = await sale(shop)
  const faults: Record<string, object> = {
    'code should not be empty': { code: '  ' },
    'code should not be empty, code must be a string': { code: null },
    'property is_dynamic should not exist': { is_dynamic: true },
    'property parent_discount_id should not exist': { parent_discount_id: 'x' },
    '"ends_at" must be greater than "starts_at"': { ends_at: '2030-01-01' },
    "Can't insert null value in field starts_at on insert in table discount": { starts_at: null },
    "Can't insert null value in field is_disabled on insert in table discount": { is_disabled: null },
    '"valid_duration" must be a valid ISO 8601 duration': { valid_duration: 'a day' },
    'valid_duration must end before the year 10000': { valid_duration: 'P9999Y' },
    'usage_limit must be a positive number': { usage_limit: 0 },
    'Discount must have at least 1 region': { regions: [] },
    'each value in regions must be a string': { regions: [1] },
    'code must be shorter than or equal to 255 characters': { code: 'x'.repeat(256) },
  }
  for (const [message, over] of Object.entries(faults))
    await expectError(shop.admin.post(path, { is_disabled: true, ...over }), 400, 'invalid_data', message)
  const unknownRelation = 'Requested fields [nope] are not valid'
  await expectError(shop.admin.post(`${path}?expand=nope`, { is_disabled: true }), 400, 'invalid_data', unknownRelation)
  const regions = ['reg_no']
  await expectError(
    shop.admin.post(path, { code: 'NEW', regions }),
    404,
    'not_found',
    'Region with reg_no was not found',
  )
  const { code } = otherSale.discount
  const message = `Discount with code ${code} already exists.`
  const again = shop.admin.post(path, { code: code.toLowerCase() })
  await expectError(again, 422, 'duplicate_error', message, 'invalid_request_error')
  expect((await expectSuccess(shop.admin.get(path))).discount).toEqual(discount)
  const missing = 'Discount with id disc_no was not found'
  await expectError(shop.admin.post('/admin/discounts/disc_no', {}), 404, 'not_found', missing)
})

test('a usage limit cannot be lower than the usage count', async () => {
  await using shop = await openTestShop()
  const { region, discount, path } = await sale(shop)
  for (const _ of [1, 2]) await shop.given.order({ region, discounts: [discount.code] })
  const message = 'usage_limit must be at least 2, because the discount was used that many times'
  await expectError(shop.admin.post(path, { usage_limit: 1 }), 400, 'invalid_data', message)
  const { usage_limit, usage_count } = (await expectSuccess(shop.admin.post(path, { usage_limit: 2 }))).discount
  expect([usage_limit, usage_count]).toEqual([2, 2])
})

test('regions can be added and removed repeatedly, and the last one stays', async () => {
  await using shop = await openTestShop()
  const { region, path } = await sale(shop)
  const other = await shop.given.region()
  for (const _ of [1, 2]) {
    const { discount } = await expectSuccess(shop.admin.post(`${path}/regions/${other.id}`))
    expect(ids(discount.regions)).toEqual(ids([region, other]))
  }
  await expectSuccess(shop.admin.post(`${path}/regions/${other.id}?expand=nope&also=ignored`))
  await expectError(shop.admin.post(`${path}/regions/reg_no`), 404, 'not_found', 'Region with reg_no was not found')
  for (const id of [other.id, other.id, 'reg_no'])
    expect(ids((await expectSuccess(shop.admin.delete(`${path}/regions/${id}`))).discount.regions)).toEqual([region.id])
  const last = 'Discount must have at least 1 region'
  await expectError(shop.admin.delete(`${path}/regions/${region.id}`), 400, 'invalid_data', last)
  const { discount } = await expectSuccess(shop.admin.post(path, { regions: [other.id, other.id] }))
  expect(ids(discount.regions)).toEqual([other.id])
  const nowhere = `/admin/discounts/disc_no/regions/${region.id}`
  const missing = 'Discount with id disc_no was not found'
  await expectError(shop.admin.post(nowhere), 404, 'not_found', missing)
  await expectError(shop.admin.delete(nowhere), 404, 'not_found', missing)
})

test('a fixed discount has one region', async () => {
  await using shop = await openTestShop()
  const { region, path } = await sale(shop, { type: 'fixed', value: 500 })
  const { id } = await shop.given.region()
  const message = 'Fixed discounts can have one region'
  await expectError(shop.admin.post(`${path}/regions/${id}`), 400, 'invalid_data', message)
  await expectError(shop.admin.post(path, { regions: [region.id, id] }), 400, 'invalid_data', message)
  await expectSuccess(shop.admin.post(`${path}/regions/${region.id}`))
  expect(ids((await expectSuccess(shop.admin.post(path, { regions: [id] }))).discount.regions)).toEqual([id])
})

test('two simultaneous removals keep the last region of a discount', async () => {
  await using shop = await openTestShop()
  const { region, path } = await sale(shop)
  const other = await shop.given.region()
  await expectSuccess(shop.admin.post(`${path}/regions/${other.id}`))
  const replies = await Promise.all([region, other].map(({ id }) => shop.admin.delete(`${path}/regions/${id}`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await expectSuccess(shop.admin.get(path))).discount.regions).toHaveLength(1)
})

test('simultaneous updates of metadata are all kept', async () => {
  await using shop = await openTestShop()
  const { path } = await sale(shop)
  const keys = ['a', 'b', 'c', 'd']
  await Promise.all(keys.map((key) => expectSuccess(shop.admin.post(path, { metadata: { [key]: 1 } }))))
  const { metadata } = (await expectSuccess(shop.admin.get(path))).discount
  expect(Object.keys(metadata).sort()).toEqual(keys)
})

test('deleting a discount frees its code and removes it from open carts', async () => {
  await using shop = await openTestShop()
  const { region, discount, path } = await sale(shop)
  const { code } = discount
  const ordered = await shop.given.order({ region, discounts: [code] })
  const cart = await shop.given.payableCart({ region, discounts: [code] })
  const answer = { id: discount.id, object: 'discount', deleted: true }
  for (const _ of [1, 2]) expect(await expectSuccess(shop.admin.delete(path))).toEqual(answer)
  await expectError(shop.admin.get(path), 404, 'not_found', `Discount with id ${discount.id} was not found`)
  await expectError(shop.admin.post(path, {}), 404, 'not_found', `Discount with id ${discount.id} was not found`)
  const { cart: open } = await expectSuccess(shop.get(`/store/carts/${cart.id}`))
  expect(open).toMatchObject({ discounts: [], discount_total: 0 })
  const { order } = await expectSuccess(shop.get(`/store/orders/${ordered.id}`))
  expect(order).toMatchObject({ discounts: [{ code }], discount_total: 100 })
  await shop.given.discount(region, {}, { code })
})

test('an anonymous caller cannot change discounts', async () => {
  await using shop = await openTestShop()
  const { region, discount, path } = await sale(shop)
  for (const refused of [
    shop.post(path, { code: 'X' }),
    shop.delete(path),
    shop.post(`${path}/regions/${region.id}`),
    shop.delete(`${path}/regions/${region.id}`),
    shop.post(`${path}/dynamic-codes`, { code: 'X' }),
    shop.delete(`${path}/dynamic-codes/X`),
    shop.post(`${path}/conditions`, {}),
    shop.get(`${path}/conditions/discon_no`),
    shop.post(`${path}/conditions/discon_no`, {}),
    shop.delete(`${path}/conditions/discon_no`),
    shop.post(`${path}/conditions/discon_no/batch`, {}),
    shop.delete(`${path}/conditions/discon_no/batch`, {}),
  ])
    await expectError(refused, 401, 'unauthorized', 'Unauthorized')
  expect((await expectSuccess(shop.admin.get(path))).discount).toEqual(discount)
})
