import { describe, expect, test } from 'vitest'
import {
  advanceReplacement,
  computeReplacementStatus,
  isFullyFulfilled,
  REPLACEMENT_TRANSITIONS,
  type ReplacementStatus,
} from '#entities/orders/fulfillment/replacement-progress.ts'

const ALL = Object.keys(REPLACEMENT_TRANSITIONS) as ReplacementStatus[]

const edges: Record<ReplacementStatus, ReplacementStatus[]> = {
  not_fulfilled: ['fulfilled', 'requires_action', 'canceled'],
  fulfilled: ['partially_shipped', 'shipped', 'requires_action', 'canceled'],
  requires_action: ['fulfilled', 'partially_shipped', 'shipped', 'canceled'],
  partially_shipped: ['shipped'],
  shipped: [],
  canceled: ['fulfilled', 'requires_action'],
}

describe.each(ALL)('a claim or swap with the status %s', (from) => {
  const replacement = (kind: 'claim' | 'swap') => ({ fulfillment_status: from, kind: () => kind })
  const following = [from, ...edges[from]]

  test.each(following)(`a claim or swap that is ${from} may become %s`, (to) => {
    const swap = replacement('swap')
    advanceReplacement(swap, to)
    expect(swap.fulfillment_status).toBe(to)
  })

  test.each(ALL.filter((to) => !following.includes(to)))(`a claim or swap that is ${from} cannot become %s`, (to) => {
    const claim = replacement('claim')
    expect(() => advanceReplacement(claim, to)).toThrow(`A claim that is ${from} cannot become ${to}`)
    expect(claim.fulfillment_status).toBe(from)
  })
})

const line = (quantity: number, fulfilled_quantity: number | null = null, shipped_quantity: number | null = null) => ({
  quantity,
  fulfilled_quantity,
  shipped_quantity,
})

test.each([
  [[line(2)], 'canceled', false],
  [[line(2, 2), line(1, 0)], 'requires_action', false],
  [[line(2, 2), line(1, 1)], 'fulfilled', true],
  [[line(2, 2, 2), line(1, 1)], 'partially_shipped', true],
  [[line(2, 2, 2), line(1)], 'partially_shipped', false],
  [[line(2, 2, 2), line(1, 1, 1)], 'shipped', true],
])('a claim or swap with the lines %j is %s', (lines, progress, expectedStatus) => {
  expect([computeReplacementStatus(lines), isFullyFulfilled(lines)]).toEqual([progress, expectedStatus])
})
