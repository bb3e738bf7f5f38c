import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const rule = (over = {}) => ({ type: 'percentage', value: 10, allocation: 'total', ...over })

/** Returns a function that creates a discount with default values. */
async function createSender(shop: TestShop) {
  const region = await shop.given.region()
  const send = (over: object = {}, query = '') =>
    shop.admin.post(`/admin/discounts${query}`, { code: 'SUMMER', rule: rule(), regions: [region.id], ...over })
  return { region, send }
}

test('a discount is created with its rule, conditions and regions', async () => {
  await using shop = await openTestShop()
  const { region, send } = await createSender(shop)
  const product = await shop.given.product()
  const conditions = [{ operator: 'in', products: [product.id, product.id] }]
  const { discount } = await expectSuccess(
    send({
      code: '  summer ',
      rule: rule({ description: 'Ten off', conditions }),
      ends_at: '2999-01-01T00:00:00.000Z',
      valid_duration: 'P1DT2H',
      usage_limit: 5,
      metadata: { a: 1 },
    }),
  )
  expect(discount).toMatchObject({
    code: 'SUMMER',
    is_dynamic: false,
    is_disabled: false,
    ends_at: '2999-01-01T00:00:00.000Z',
    valid_duration: 'P1DT2H',
    usage_limit: 5,
    usage_count: 0,
    parent_discount: null,
    parent_discount_id: null,
    regions: [{ id: region.id }],
    rule_id: discount.rule.id,
    rule: { ...rule(), description: 'Ten off', conditions: [{ type: 'products', operator: 'in' }] },
    metadata: { a: 1 },
  })
  expect(Date.parse(discount.starts_at)).toBeLessThanOrEqual(Date.now())
  const path = `/admin/discounts/${discount.id}`
  expect((await expectSuccess(shop.admin.get(path))).discount).toEqual(discount)
  const { discount: named } = await expectSuccess(shop.admin.get(`${path}?expand=rule.conditions.products`))
  expect(named.rule.conditions[0].products).toMatchObject([{ id: product.id }])
})

test('a discount is found by its code in any letter case', async () => {
  await using shop = await openTestShop()
  const { send } = await createSender(shop)
  const { discount } = await expectSuccess(send())
  expect((await expectSuccess(shop.admin.get('/admin/discounts/code/%20summer'))).discount).toEqual(discount)
  const part = await expectSuccess(shop.admin.get('/admin/discounts/code/SUMMER?fields=code&expand='))
  expect(part.discount).toEqual({ id: discount.id, code: 'SUMMER' })
  const missing = 'Discounts with code Winter was not found'
  await expectError(shop.admin.get('/admin/discounts/code/Winter'), 404, 'not_found', missing)
  await expectError(
    shop.admin.get('/admin/discounts/disc_no'),
    404,
    'not_found',
    'Discount with id disc_no was not found',
  )
})

test('an invalid discount is rejected and not stored', async () => {
  await using shop = await openTestShop()
  const { region, send } = await createSender(shop)
  const other = await shop.given.region({ currency_code: 'usd' })
  const nested = (condition: object) => ({ rule: rule({ conditions: [condition] }) })
  const faults: Record<string, object> = {
    'code should not be empty': { code: '  ' },
    'Invalid rule type, must be one of "fixed", "percentage" or "free_shipping"': { rule: rule({ type: 'gift' }) },
    'Invalid allocation type, must be one of "total" or "item"': { rule: { type: 'free_shipping', value: 0 } },
    'Discount value above 100 is not allowed when type is percentage': { rule: rule({ value: 101 }) },
    'value must not be less than 0': { rule: rule({ value: -1 }) },
    'value must be a number conforming to the specified constraints': { rule: rule({ value: 12.345 }) },
    'value must be an integer number': { rule: rule({ type: 'fixed', value: 12.5 }) },
    'Discount must have at least 1 region': { regions: [] },
    'Fixed discounts can have one region': { rule: rule({ type: 'fixed' }), regions: [region.id, other.id] },
    '"ends_at" must be greater than "starts_at"': { starts_at: '2030-01-02', ends_at: '2030-01-01' },
    'starts_at must be a Date instance': { starts_at: 'soon' },
    '"valid_duration" must be a valid ISO 8601 duration': { valid_duration: 'P' },
    'valid_duration must end before the year 10000': { valid_duration: 'P9999Y' },
    'usage_limit must be a positive number': { usage_limit: 0 },
    'property parent should not exist': { parent: 'x' },
    'operator must be one of the following values: in, not_in': nested({ operator: 'like', products: ['x'] }),
    'Missing one of products, collections, tags, types or customer groups in data': nested({
      operator: 'in',
      products: [],
    }),
    'Only one of products, product_types is allowed, Only one of product_types, products is allowed': nested({
      operator: 'in',
      product_types: ['x'],
      products: ['x'],
    }),
  }
  for (const [message, over] of Object.entries(faults)) await expectError(send(over), 400, 'invalid_data', message)
  const unknownField = 'Requested fields [nope] are not valid'
  await expectError(send({}, '?fields=nope'), 400, 'invalid_data', unknownField)
  await expectError(send({ regions: ['reg_no'] }), 404, 'not_found', 'Region with reg_no was not found')
  const unknown = {
    products: 'Product with product_id x does not exist.',
    product_types: 'Product_type with product_type_id x does not exist.',
    product_collections: 'Product_collection with product_collection_id x does not exist.',
    product_tags: 'Product_tag with product_tag_id x does not exist.',
    customer_groups: 'Customer_group with customer_group_id x does not exist.',
  }
  for (const [type, message] of Object.entries(unknown))
    await expectError(send(nested({ operator: 'in', [type]: ['x'] })), 404, 'not_found', message)
  const { id } = await shop.given.product()
  const condition = { operator: 'in', products: [id] }
  await expectError(
    send({ rule: rule({ conditions: [condition, condition] }) }),
    422,
    'duplicate_error',
    "Discount Condition with operator 'in' and type 'products' already exist on a Discount Rule",
    'invalid_request_error',
  )
  expect((await expectSuccess(shop.admin.get('/admin/discounts'))).count).toBe(0)
  await expectSuccess(send())
  const taken = 'Discount with code SUMMER already exists.'
  await expectError(send({ code: 'summer' }), 422, 'duplicate_error', taken, 'invalid_request_error')
})

test('a percentage has up to two decimals', async () => {
  await using shop = await openTestShop()
  const { send } = await createSender(shop)
  for (const value of [12.5, 33.33, 0.01, 10]) {
    const { discount } = await expectSuccess(send({ code: `OFF${value}`, rule: rule({ value }) }))
    expect(discount.rule.value).toBe(value)
    const reply = await shop.admin.get(`/admin/discounts/${discount.id}`)
    expect(JSON.stringify(reply.body)).toContain(`"value":${value},`)
  }
  const { discounts } = await expectSuccess(shop.admin.get('/admin/discounts?order=rule.value'))
  expect(discounts.map((discount) => discount.rule.value)).toEqual([0.01, 10, 12.5, 33.33])
})

test('discounts can be filtered by code, rule type and state', async () => {
  await using shop = await openTestShop()
  const { send } = await createSender(shop)
  await expectSuccess(send({ code: 'A1', rule: rule({ type: 'fixed', value: 5, allocation: 'item' }) }))
  await expectSuccess(send({ code: 'A2', is_disabled: true }))
  await expectSuccess(send({ code: 'B3', is_dynamic: true }))
  const listCodes = async (query: string) => {
    const { discounts, count, limit } = await expectSuccess(shop.admin.get(`/admin/discounts?${query}`))
    expect([count, limit]).toEqual([discounts.length, 20])
    return discounts.map((discount) => discount.code)
  }
  expect(await listCodes('')).toEqual(['B3', 'A2', 'A1'])
  expect(await listCodes('q=a')).toEqual(['A2', 'A1'])
  expect(await listCodes('rule[type]=fixed')).toEqual(['A1'])
  expect(await listCodes('rule[allocation]=total&order=code')).toEqual(['A2', 'B3'])
  expect(await listCodes('is_disabled=true')).toEqual(['A2'])
  expect(await listCodes('is_dynamic=false&order=rule.value')).toEqual(['A1', 'A2'])
  for (const query of ['created_at[lt]=2020-01-01', 'updated_at[lt]=2020-01-01', 'q=%25', 'is_dynamic=null'])
    expect(await listCodes(query), query).toEqual([])
  for (const [query, message] of [
    ['code=A1', 'property code should not exist'],
    ['rule[value]=1', 'property value should not exist'],
    ['rule[type]=gift', 'type must be one of the following values: fixed, percentage, free_shipping'],
    ['is_dynamic=1', 'is_dynamic must be a boolean value'],
    ['order=rule.nope', 'Order field rule.nope is not valid'],
    ['expand=rule.nope', 'Requested fields [rule.nope] are not valid'],
  ] as const)
    await expectError(shop.admin.get(`/admin/discounts?${query}`), 400, 'invalid_data', message)
  const [reply] = (await expectSuccess(shop.admin.get('/admin/discounts?q=a1&fields=rule.type&expand=rule'))).discounts
  expect(reply).toEqual({ id: reply.id, rule: { id: reply.rule.id, type: 'fixed' } })
})

test('an anonymous caller can neither read nor create discounts', async () => {
  await using shop = await openTestShop()
  await expectError(shop.get('/admin/discounts'), 401, 'unauthorized', 'Unauthorized')
  await expectError(shop.get('/admin/discounts/code/SUMMER'), 401, 'unauthorized', 'Unauthorized')
  await expectError(shop.post('/admin/discounts', {}), 401, 'unauthorized', 'Unauthorized')
})
