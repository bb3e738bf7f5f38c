import { describe, expect, test } from 'vitest'
import { EDIT_STATUSES, EDIT_TRANSITIONS, type EditStatus } from '#entities/orders/order-edit/edit-statuses.ts'
import { canTransition } from '#entities/values/can-transition.ts'

/* Repeats the table of transitions, to detect accidental changes. */
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

describe('transitions of order edits', () => {
  test.each(edges)('an edit may move from %s to %s: %s', (from, to, allowed) => {
    expect(canTransition(EDIT_TRANSITIONS, from, to)).toBe(allowed)
  })

  test('the transitions cover every status', () => {
    expect(Object.keys(EDIT_TRANSITIONS)).toEqual([...EDIT_STATUSES])
  })
})
