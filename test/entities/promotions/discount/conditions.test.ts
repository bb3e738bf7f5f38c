import { describe, expect, test } from 'vitest'
import { admitsCustomer, type Condition, meetsConditions } from '#entities/promotions/discount/conditions.ts'

const on = (type: Condition['type'], operator: Condition['operator'], ...resource_ids: string[]): Condition => ({
  type,
  operator,
  resource_ids,
})

const shirt = { id: 'shirt', type_id: 'clothes', collection_id: 'spring', tag_ids: ['blue', 'cotton'] }
const plain = { id: 'plain', type_id: null, collection_id: null, tag_ids: [] }

describe('a product', () => {
  test.each([
    ['products', 'shirt'],
    ['product_types', 'clothes'],
    ['product_collections', 'spring'],
    ['product_tags', 'cotton'],
  ] as const)('meets a condition on %s that lists its %s, another does not', (type, id) => {
    expect(meetsConditions(shirt, [on(type, 'in', 'other', id)])).toBe(true)
    expect(meetsConditions(shirt, [on(type, 'not_in', 'other', id)])).toBe(false)
    expect(meetsConditions(plain, [on(type, 'in', 'other', id)])).toBe(false)
    expect(meetsConditions(plain, [on(type, 'not_in', 'other', id)])).toBe(true)
  })

  test('must meet all conditions', () => {
    const blue = on('product_tags', 'in', 'blue')
    expect(meetsConditions(shirt, [blue, on('products', 'in', 'shirt')])).toBe(true)
    expect(meetsConditions(shirt, [blue, on('products', 'in', 'trousers')])).toBe(false)
  })

  test('has nothing to do with conditions on customer groups', () => {
    expect(meetsConditions(shirt, [on('customer_groups', 'in', 'vip')])).toBe(true)
  })

  test('is needed: a custom line meets no conditions, not even none', () => {
    expect(meetsConditions(null, [])).toBe(false)
  })
})

describe('a customer', () => {
  test.each([
    [['vip'], 'in', true],
    [['new'], 'in', false],
    [[], 'in', false],
    [null, 'in', false],
    [['vip'], 'not_in', false],
    [['new'], 'not_in', true],
    [[], 'not_in', true],
    [null, 'not_in', false],
  ] as const)('in the groups %j of a discount for those "%s" the group vip: %s', (groups, operator, admitted) => {
    expect(admitsCustomer(groups, [on('customer_groups', operator, 'vip')])).toBe(admitted)
  })

  test('must meet all conditions', () => {
    const all = [on('customer_groups', 'in', 'vip'), on('customer_groups', 'not_in', 'staff')]
    expect(admitsCustomer(['vip'], all)).toBe(true)
    expect(admitsCustomer(['vip', 'staff'], all)).toBe(false)
  })

  test('is not asked for where no condition is on groups', () => {
    expect(admitsCustomer(null, [on('products', 'in', 'shirt')])).toBe(true)
  })
})
