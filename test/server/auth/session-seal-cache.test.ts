import { expect, test } from 'vitest'
import { SessionSealCache } from '#server/auth/session-seal-cache.ts'

test('the cache keeps the last ten thousand sessions', () => {
  const seals = new SessionSealCache()
  for (let i = 0; i <= 10_000; i++) seals.remember(`seal ${i}`, `session ${i}`)
  expect([seals.idIn('seal 0'), seals.idIn('seal 1'), seals.idIn('seal 10000'), seals.idIn('another')]).toEqual([
    undefined,
    'session 1',
    'session 10000',
    undefined,
  ])
})
