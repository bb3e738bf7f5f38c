import { expect, test } from 'vitest'
import { assertGiftCardUsable } from '#entities/promotions/gift-card/usable-gift-card.ts'

const now = new Date('2026-06-01T00:00:00Z')
const card = { region_id: 'reg_1', is_disabled: false, ends_at: null }

test('a gift card is usable until the time at which it ends, in its region', () => {
  expect(() => assertGiftCardUsable({ ...card, ends_at: now }, { now, region_id: 'reg_1' })).not.toThrow()
})

test.each([
  ['disabled', { is_disabled: true }, 'The gift card is disabled'],
  ['expired', { ends_at: new Date(now.getTime() - 1) }, 'The gift card is expired'],
  ['of another region', { region_id: 'reg_2' }, 'The gift card cannot be used in the current region'],
])('a gift card that is %s is rejected', (_, columns, message) => {
  expect(() => assertGiftCardUsable({ ...card, ...columns }, { now, region_id: 'reg_1' })).toThrow(message)
})
