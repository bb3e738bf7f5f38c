import { expect, test } from 'vitest'
import { findUnassignedLines, planFulfillments } from '#entities/orders/fulfillment/plan-fulfillments.ts'

const by = (provider_id: string, profile_id: string) => ({ shipping_option: { provider_id, profile_id } })
const line = (id: string, profile_id: string | null, quantity = 1) => ({ id, profile_id, quantity })

test('lines are grouped into one fulfillment per profile, by its first shipping method', () => {
  const [post, van, courier] = [by('manual', 'sp_1'), by('manual', 'sp_2'), by('other', 'sp_1')]
  expect(planFulfillments([line('a', 'sp_1', 2), line('b', 'sp_2'), line('c', 'sp_1')], [post, van, courier])).toEqual([
    {
      method: post,
      items: [
        { item_id: 'a', quantity: 2 },
        { item_id: 'c', quantity: 1 },
      ],
    },
    { method: van, items: [{ item_id: 'b', quantity: 1 }] },
  ])
})

test('lines without a matching method or quantity are left out', () => {
  const methods = [by('manual', 'sp_1'), by('manual', 'sp_3')]
  const lines = [line('a', 'sp_2'), line('b', null), line('c', 'sp_1', 0)]
  expect(planFulfillments(lines, methods)).toEqual([])
  expect(findUnassignedLines(lines, methods).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a single shipping method takes lines of every profile', () => {
  const only = by('manual', 'sp_1')
  const [fulfillment, ...others] = planFulfillments([line('a', 'sp_1'), line('b', 'sp_2'), line('c', null)], [only])
  expect(fulfillment?.items.map(({ item_id }) => item_id)).toEqual(['a', 'b', 'c'])
  expect(others).toEqual([])
})
