import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { sharedLimits } from '#server/limits.ts'
import { cloneDatabase } from '#test/support/postgres.ts'

test('servers of one shop count look-ups together, and every address for itself', async () => {
  await using database = await cloneDatabase()
  const orm = await openDatabase(database.url)
  const settings = { orderLookUps: 3, logins: 20 }
  const [one, two] = [sharedLimits(orm, settings), sharedLimits(orm, settings)]
  const counted = await Promise.all([one, two, one].map((server) => server.countOrderLookUp('203.0.113.1')))
  expect(counted).toEqual([0, 0, 0])
  for (const server of [one, two, one]) expect(await server.countOrderLookUp('203.0.113.1')).toBeGreaterThan(0)
  expect(await two.countOrderLookUp('203.0.113.2')).toBe(0)
  await orm.close()
})
