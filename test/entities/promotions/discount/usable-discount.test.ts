import { expect, test } from 'vitest'
import { assertDiscountUsable } from '#entities/promotions/discount/usable-discount.ts'

const now = new Date('2026-06-01T00:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

const discount = {
  code: 'SUMMER',
  is_disabled: false,
  starts_at: now,
  ends_at: null,
  usage_limit: null,
  usage_count: 0,
  region_ids: ['reg_1'],
  conditions: [],
}
const code = { ...discount, campaign: discount, rule: { limit_per_customer: null }, uses_of_customer: 0 }
const oncePerCustomer = { rule: { limit_per_customer: 1 } }
const redeemer = { region_id: 'reg_1', customer_group_ids: null, now }
const isForGroup = { type: 'customer_groups', operator: 'in', resource_ids: ['cgrp_1'] } as const

test.each([
  ['without limits', {}, {}],
  ['that ends now', { ends_at: now }, {}],
  ['with a use left', { usage_limit: 2, usage_count: 1 }, {}],
  ['that the customer has not used', oncePerCustomer, {}],
  ['for the group of the customer', { conditions: [isForGroup] }, { customer_group_ids: ['cgrp_1'] }],
])('a discount %s is usable', (_, columns, customer) => {
  expect(() => assertDiscountUsable({ ...code, ...columns }, { ...redeemer, ...customer })).not.toThrow()
})

test.each([
  ['without a use left', { usage_limit: 1, usage_count: 1 }, {}, 'has been used maximum allowed times'],
  ['that the customer has used', { ...oncePerCustomer, uses_of_customer: 1 }, {}, 'as often as it allows'],
  ['that starts later', { starts_at: after }, {}, 'is not valid yet'],
  ['that ended', { ends_at: before }, {}, 'is expired'],
  ['that is disabled', { is_disabled: true }, {}, 'is disabled'],
  ['of another region', { region_ids: ['reg_2'] }, {}, 'not available in current region'],
  ['for a group without a customer', { conditions: [isForGroup] }, {}, 'only valid for specific customer'],
  ['for another group', { conditions: [isForGroup] }, { customer_group_ids: [] }, 'is not valid for customer'],
])('a discount %s is rejected', (_, columns, customer, message) => {
  expect(() => assertDiscountUsable({ ...code, ...columns }, { ...redeemer, ...customer })).toThrow(message)
})

test.each([
  ['is used up', { usage_limit: 3, usage_count: 3 }, 'has been used maximum allowed times'],
  ['starts later', { starts_at: after }, 'is not valid yet'],
  ['ended', { ends_at: before }, 'is expired'],
  ['is disabled', { is_disabled: true }, 'is disabled'],
])('a dynamic code is rejected if its parent %s', (_, columns, message) => {
  expect(() => assertDiscountUsable({ ...code, campaign: { ...discount, ...columns } }, redeemer)).toThrow(message)
})
