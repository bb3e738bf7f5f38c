import { expect, test } from 'vitest'
import { Freshness } from '#server/database/freshness.ts'

test.each([
  ['has read nothing yet', 99n, undefined],
  ['stands where the log stood', 100n, 1000],
  ['is between two marks', 150n, 1000],
  ['has caught up', 200n, 3000],
  ['is ahead of what is known', 900n, 3000],
])('a replica that %s', (_, position, heldUntil) => {
  const freshness = new Freshness(5000)
  freshness.note(1000, 100n)
  freshness.note(2000, 200n)
  // Nothing was written meanwhile, so that who held it then holds it now.
  freshness.note(3000, 200n)
  expect(freshness.of(position)).toBe(heldUntil)
})

test('what is long ago is forgotten', () => {
  const freshness = new Freshness(5000)
  freshness.note(1000, 100n)
  freshness.note(6001, 200n)
  expect(freshness.of(150n)).toBeUndefined()
})
