import { expect, test } from 'vitest'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const missingOne = 'Missing one of products, collections, tags, types or customer groups in data'
const onlyOne = 'Only one of products, product_types is allowed, Only one of product_types, products is allowed'

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id).sort()

/** A discount for one product. `listed` returns the ids of the condition's products. */
async function createConditionalDiscount(shop: TestShop) {
  const product = await shop.given.product()
  const conditions = [{ operator: 'in', products: [product.id] }]
  const discount = await shop.given.discount(await shop.given.region(), { conditions })
  const [condition] = discount.rule.conditions
  const all = `/admin/discounts/${discount.id}/conditions`
  const path = `${all}/${condition.id}`
  const productIds = async () =>
    ids((await expectSuccess(shop.admin.get(`${path}?expand=products`))).discount_condition.products)
  return { product, discount, condition, all, path, listed: productIds }
}

async function customerGroup(shop: TestShop): Promise<CustomerGroup> {
  const em = shop.orm.em.fork()
  const group = em.create(CustomerGroup, { name: `Group ${Math.random()}` })
  await em.flush()
  return group
}

test('a condition is returned with its rule or with the requested fields', async () => {
  await using shop = await openTestShop()
  const { product, discount, condition, path } = await createConditionalDiscount(shop)
  const { discount_condition } = await expectSuccess(shop.admin.get(path))
  expect(discount_condition).toEqual({
    id: condition.id,
    type: 'products',
    operator: 'in',
    discount_rule_id: discount.rule_id,
    created_at: condition.created_at,
    updated_at: condition.updated_at,
    discount_rule: expect.objectContaining({ id: discount.rule_id, value: 10 }),
  })
  const part = await expectSuccess(shop.admin.get(`${path}?fields=type&expand=products`))
  expect(part.discount_condition).toMatchObject({ id: condition.id, type: 'products', products: [{ id: product.id }] })
  expect(Object.keys(part.discount_condition).sort()).toEqual(['id', 'products', 'type'])
})

test('a discount accepts one condition for each type and operator', async () => {
  await using shop = await openTestShop()
  const { product, all } = await createConditionalDiscount(shop)
  const group = await customerGroup(shop)
  const groupBody = { operator: 'not_in', customer_groups: [group.id, group.id] }
  const { discount } = await expectSuccess(shop.admin.post(`${all}?expand=rule.conditions.customer_groups`, groupBody))
  expect(discount.rule.conditions).toMatchObject([
    { type: 'products', operator: 'in', customer_groups: [] },
    { type: 'customer_groups', operator: 'not_in', customer_groups: [{ id: group.id }] },
  ])
  const products = [product.id]
  const message = "Discount Condition with operator 'in' and type 'products' already exist on a Discount Rule"
  const again = shop.admin.post(all, { operator: 'in', products })
  await expectError(again, 422, 'duplicate_error', message, 'invalid_request_error')
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post(all, { operator: 'not_in', products })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const { body } = replies.find(({ status }) => status === 422)!
  expect(body.message).toBe(message.replace("'in'", "'not_in'"))
})

test('an invalid condition is rejected', async () => {
  await using shop = await openTestShop()
  const { all, discount } = await createConditionalDiscount(shop)
  const faults: Record<string, object> = {
    'operator must be one of the following values: in, not_in': { operator: 'like', products: ['x'] },
    'property type should not exist': { operator: 'in', type: 'products', products: ['x'] },
    'each value in products must be a string': { operator: 'in', products: [1] },
    [missingOne]: { operator: 'in', products: [] },
    [onlyOne]: { operator: 'in', products: ['x'], product_types: ['x'] },
  }
  for (const [message, body] of Object.entries(faults))
    await expectError(shop.admin.post(all, body), 400, 'invalid_data', message)
  const unknown = 'Product_tag with product_tag_id x does not exist.'
  await expectError(shop.admin.post(all, { operator: 'in', product_tags: ['x'] }), 404, 'not_found', unknown)
  expect((await expectSuccess(shop.admin.get(`/admin/discounts/${discount.id}`))).discount).toEqual(discount)
})

test('an update replaces the resources of a condition', async () => {
  await using shop = await openTestShop()
  const { product, discount, condition, path, listed: productIds } = await createConditionalDiscount(shop)
  const next = await shop.given.product()
  const { discount: changed } = await expectSuccess(shop.admin.post(path, { products: [next.id] }))
  expect(changed).toEqual(discount)
  expect(await productIds()).toEqual([next.id])
  const group = await customerGroup(shop)
  const faults: Record<string, object> = {
    'property operator should not exist': { operator: 'in', products: [product.id] },
    [missingOne]: {},
    [onlyOne]: { products: ['x'], product_types: ['x'] },
    [`Condition with id ${condition.id} has the type products and cannot contain customer_groups`]: {
      customer_groups: [group.id],
    },
  }
  for (const [message, body] of Object.entries(faults))
    await expectError(shop.admin.post(path, body), 400, 'invalid_data', message)
  const unknown = 'Product with product_id prod_no does not exist.'
  await expectError(shop.admin.post(path, { products: [product.id, 'prod_no'] }), 404, 'not_found', unknown)
  expect(await productIds()).toEqual([next.id])
})

test('resources can be added to and removed from a condition repeatedly', async () => {
  await using shop = await openTestShop()
  const { product, discount, path, listed: productIds } = await createConditionalDiscount(shop)
  const next = await shop.given.product()
  const resources = [{ id: next.id, title: 'Next' }, product.id]
  for (const _ of [1, 2]) {
    expect((await expectSuccess(shop.admin.post(`${path}/batch`, { resources }))).discount).toEqual(discount)
    expect(await productIds()).toEqual(ids([product, next]))
  }
  for (const _ of [1, 2]) {
    const resources = [{ id: next.id }, { id: 'prod_no' }]
    expect((await expectSuccess(shop.admin.delete(`${path}/batch`, { resources: resources }))).discount).toEqual(
      discount,
    )
    expect(await productIds()).toEqual([product.id])
  }
  const part = await expectSuccess(shop.admin.post(`${path}/batch?fields=code&expand=`, { resources }))
  expect(part.discount).toEqual({ id: discount.id, code: discount.code })
  const faults: Record<string, object> = {
    'resources must be an array': {},
    'id must be a string': { resources: [{ name: 'x' }] },
    [missingOne]: { resources: [] },
  }
  for (const [message, body] of Object.entries(faults)) {
    await expectError(shop.admin.post(`${path}/batch`, body), 400, 'invalid_data', message)
    await expectError(shop.admin.delete(`${path}/batch`, body), 400, 'invalid_data', message)
  }
  const unknown = 'Product with product_id prod_no does not exist.'
  await expectError(shop.admin.post(`${path}/batch`, { resources: ['prod_no'] }), 404, 'not_found', unknown)
})

test('a deleted condition no longer exists', async () => {
  await using shop = await openTestShop()
  const { discount, condition, path } = await createConditionalDiscount(shop)
  for (const _ of [1, 2]) {
    const { discount: discountAfter, ...answer } = await expectSuccess(shop.admin.delete(path))
    expect(answer).toEqual({ id: condition.id, object: 'discount-condition', deleted: true })
    expect(discountAfter).toEqual({ ...discount, rule: { ...discount.rule, conditions: [] } })
  }
  const missing = `DiscountCondition with id ${condition.id} was not found`
  await expectError(shop.admin.get(path), 404, 'not_found', missing)
  await expectError(shop.admin.post(path, { products: ['x'] }), 404, 'not_found', missing)
  await expectError(shop.admin.post(`${path}/batch`, { resources: ['x'] }), 404, 'not_found', missing)
  const rule = { id: discount.rule_id, conditions: [{ id: condition.id, products: ['x'] }] }
  await expectError(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }), 404, 'not_found', missing)
})

test('a condition can be accessed only through its own discount', async () => {
  await using shop = await openTestShop()
  const { product, condition, listed: productIds } = await createConditionalDiscount(shop)
  const { discount, all } = await createConditionalDiscount(shop)
  const foreign = `${all}/${condition.id}`
  const message = `Condition with id ${condition.id} does not belong to Discount with id ${discount.id}`
  const products = [(await shop.given.product()).id]
  await expectError(shop.admin.get(foreign), 400, 'invalid_data', message)
  await expectError(shop.admin.post(foreign, { products }), 400, 'invalid_data', message)
  await expectError(shop.admin.post(`${foreign}/batch`, { resources: products }), 400, 'invalid_data', message)
  await expectError(shop.admin.delete(`${foreign}/batch`, { resources: [product.id] }), 400, 'invalid_data', message)
  await expectError(shop.admin.delete(foreign), 404, 'not_found', message)
  const rule = { id: discount.rule_id, conditions: [{ id: condition.id, products }] }
  await expectError(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }), 400, 'invalid_data', message)
  expect(await productIds()).toEqual([product.id])
  const nowhere = '/admin/discounts/disc_no/conditions'
  const missing = 'Discount with id disc_no was not found'
  await expectError(shop.admin.post(nowhere, { operator: 'in', products }), 404, 'not_found', missing)
  await expectError(shop.admin.get(`${nowhere}/${condition.id}`), 404, 'not_found', missing)
  await expectError(shop.admin.delete(`${nowhere}/${condition.id}`), 404, 'not_found', missing)
})

test('an update of a discount changes conditions with an id, adds those without one and keeps the rest', async () => {
  await using shop = await openTestShop()
  const { product, discount, condition, all } = await createConditionalDiscount(shop)
  const [next, group] = [await shop.given.product(), await customerGroup(shop)]
  await expectSuccess(shop.admin.post(all, { operator: 'in', customer_groups: [group.id] }))
  const path = `/admin/discounts/${discount.id}`
  const put = (...conditions: object[]) =>
    shop.admin.post(`${path}?expand=rule.conditions.products`, { rule: { id: discount.rule_id, conditions } })
  const changed = await expectSuccess(
    put({ operator: 'in', products: [product.id] }, { id: condition.id, operator: 'not_in', products: [next.id] }),
  )
  expect(changed.discount.rule.conditions).toMatchObject([
    { id: condition.id, operator: 'not_in', products: [{ id: next.id }] },
    { type: 'customer_groups', operator: 'in' },
    { type: 'products', operator: 'in', products: [{ id: product.id }] },
  ])
  const [, , added] = changed.discount.rule.conditions
  const kept = await expectSuccess(put({ id: added.id, products: [next.id] }))
  expect(kept.discount.rule.conditions[2]).toMatchObject({ operator: 'in', products: [{ id: next.id }] })
  const faults: Record<string, object> = {
    'operator must be one of the following values: in, not_in': { products: [next.id] },
    [missingOne]: { id: added.id, operator: 'not_in' },
    [`Condition with id ${added.id} has the type products and cannot contain customer_groups`]: {
      id: added.id,
      customer_groups: [group.id],
    },
  }
  for (const [message, wrong] of Object.entries(faults)) await expectError(put(wrong), 400, 'invalid_data', message)
  const twice = "Discount Condition with operator 'not_in' and type 'products' already exist on a Discount Rule"
  for (const wrong of [
    { id: added.id, operator: 'not_in', products: [next.id] },
    { operator: 'not_in', products: [next.id] },
  ])
    await expectError(put(wrong), 422, 'duplicate_error', twice, 'invalid_request_error')
})
