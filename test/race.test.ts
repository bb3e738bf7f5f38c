import { expect, test } from 'vitest'
import { startServer } from '../bench/server.ts'
import { runRaces } from './suites/race/race.ts'
import { cloneDatabase } from './support/postgres.ts'

/* A short run of `npm run race`. */

test('concurrent purchases and changes on two servers violate no invariant', { timeout: 60_000 }, async () => {
  await using ending = new AsyncDisposableStack()
  const { url: databaseUrl } = ending.use(await cloneDatabase())
  // The first server creates the administrator.
  const servers = [ending.use(await startServer(databaseUrl)), ending.use(await startServer(databaseUrl))]
  const races = await runRaces({ servers, databaseUrl, buyers: 5, turns: 12, print: () => {} })
  expect(races).toHaveLength(8)
  expect(races.flatMap(({ violations }) => violations)).toEqual([])
})
