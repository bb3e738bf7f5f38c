import { describe, expect, test } from 'vitest'
import { admitsCustomer, type Condition, meetsConditions } from '#entities/promotions/discount/conditions.ts'

const on = (type: Condition['type'], operator: Condition['operator'], ...resource_ids: string[]): Condition => ({
  type,
  operator,
  resource_ids,
})

const product = { id: 'shirt', type_id: 'clothes', collection_id: 'spring', tag_ids: ['blue', 'cotton'] }
const plain = { id: 'plain', type_id: null, collection_id: null, tag_ids: [] }

describe('conditions on products', () => {
  test.each([
    ['products', 'shirt'],
    ['product_types', 'clothes'],
    ['product_collections', 'spring'],
    ['product_tags', 'cotton'],
  ] as const)('a condition on %s matches the product by its %s', (type, id) => {
    expect(meetsConditions(product, [on(type, 'in', 'other', id)])).toBe(true)
    expect(meetsConditions(product, [on(type, 'not_in', 'other', id)])).toBe(false)
    expect(meetsConditions(plain, [on(type, 'in', 'other', id)])).toBe(false)
    expect(meetsConditions(plain, [on(type, 'not_in', 'other', id)])).toBe(true)
  })

  test('a product must meet all conditions', () => {
    const blue = on('product_tags', 'in', 'blue')
    expect(meetsConditions(product, [blue, on('products', 'in', 'shirt')])).toBe(true)
    expect(meetsConditions(product, [blue, on('products', 'in', 'trousers')])).toBe(false)
  })

  test('conditions on customer groups do not apply to products', () => {
    expect(meetsConditions(product, [on('customer_groups', 'in', 'vip')])).toBe(true)
  })

  test('a line without a product meets no conditions', () => {
    expect(meetsConditions(null, [])).toBe(false)
  })
})

describe('conditions on customers', () => {
  test.each([
    [['vip'], 'in', true],
    [['new'], 'in', false],
    [[], 'in', false],
    [null, 'in', false],
    [['vip'], 'not_in', false],
    [['new'], 'not_in', true],
    [[], 'not_in', true],
    [null, 'not_in', false],
  ] as const)('a customer with the groups %j and a condition "%s" vip is admitted: %s', (groups, operator, admitted) => {
    expect(admitsCustomer(groups, [on('customer_groups', operator, 'vip')])).toBe(admitted)
  })

  test('a customer must meet all conditions', () => {
    const all = [on('customer_groups', 'in', 'vip'), on('customer_groups', 'not_in', 'staff')]
    expect(admitsCustomer(['vip'], all)).toBe(true)
    expect(admitsCustomer(['vip', 'staff'], all)).toBe(false)
  })

  test('conditions on products do not apply to customers', () => {
    expect(admitsCustomer(null, [on('products', 'in', 'shirt')])).toBe(true)
  })
})
