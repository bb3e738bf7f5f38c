import { describe, expect, test } from 'vitest'
import { EDIT_STATUSES, EDIT_TRANSITIONS, type EditStatus } from '#entities/orders/order-edit/edit-statuses.ts'
import { canTransition } from '#entities/values/can-transition.ts'

/* Written out once more: what is in the table by mistake is not in here. */
const ALLOWED: Record<EditStatus, string> = {
  created: 'requested confirmed canceled',
  requested: 'confirmed declined canceled',
  confirmed: '',
  declined: '',
  canceled: '',
}

const edges = EDIT_STATUSES.flatMap((from) =>
  EDIT_STATUSES.map((to) => [from, to, ALLOWED[from].split(' ').includes(to)] as const),
)

describe('an edit', () => {
  test.each(edges)('that is %s may become %s: %s', (from, to, allowed) => {
    expect(canTransition(EDIT_TRANSITIONS, from, to)).toBe(allowed)
  })

  test('is in a state of the table', () => {
    expect(Object.keys(EDIT_TRANSITIONS)).toEqual([...EDIT_STATUSES])
  })
})
