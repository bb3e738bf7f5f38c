import { expect, test } from 'vitest'
import { objectIdOf, objectNameOf, pageOf } from '#console/screens/activity/audit/object-of-entry.ts'

test.each([
  ['orders', ['ful_1', 'order_1'], 'order_1', '/orders/$id'],
  ['returns', ['ret_1', 'order_1'], 'order_1', '/orders/$id'],
  ['customer-groups', ['cus_1', 'cgrp_1'], 'cgrp_1', '/customers/groups/$id'],
  ['deleted-rows', ['pl_1'], 'pl_1', '/price-lists/$id'],
  ['product-categories', ['pcat_1'], 'pcat_1', '/products/categories'],
  ['tax-rates', ['txr_1'], 'txr_1', undefined],
  ['store', [], undefined, undefined],
])('the object of an action on %s with %j is %s', (resource_type, resource_ids, id, page) => {
  expect(objectIdOf({ resource_type, resource_ids })).toBe(id)
  expect(id && pageOf(id)).toBe(page)
})

test('a changed row names its object', () => {
  const entry = (after: object, before: object) => ({
    ...{ resource_type: 'return-reasons', resource_ids: ['rr_1'] },
    changes: [
      { table: 'return_reason', action: 'update' as const, ids: ['rr_1'], after: { ...after }, before: { ...before } },
    ],
  })
  expect(objectNameOf(entry({ label: 'Too small' }, { label: 'Small' }), 'rr_1')).toBe('Too small')
  expect(objectNameOf(entry({ value: 'x' }, { value: 'y' }), 'rr_1')).toBeUndefined()
})
