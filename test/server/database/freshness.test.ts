import { expect, test } from 'vitest'
import { Freshness } from '#server/database/freshness.ts'

test.each([
  ['has replayed nothing', 99n, undefined],
  ['is at a recorded position', 100n, 1000],
  ['is between two recorded positions', 150n, 1000],
  ['has replayed everything', 200n, 3000],
  ['is ahead of the recorded positions', 900n, 3000],
])('the time of a replica that %s is known', (_, position, heldUntil) => {
  const freshness = new Freshness(5000)
  freshness.recordPosition(1000, 100n)
  freshness.recordPosition(2000, 200n)
  // Nothing was written in between, so a replica that was current then is current now.
  freshness.recordPosition(3000, 200n)
  expect(freshness.timeOf(position)).toBe(heldUntil)
})

test('old positions are forgotten', () => {
  const freshness = new Freshness(5000)
  freshness.recordPosition(1000, 100n)
  freshness.recordPosition(6001, 200n)
  expect(freshness.timeOf(150n)).toBeUndefined()
})
