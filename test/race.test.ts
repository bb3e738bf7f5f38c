import { expect, test } from 'vitest'
import { startServer } from '../bench/server.ts'
import { runRaces } from './suites/race/race.ts'
import { cloneDatabase } from './support/postgres.ts'

/* A short run of `npm run race`. */

test.each([
  ['without inventory', 'false'],
  ['with stock at three locations', 'true'],
])('concurrent purchases and changes on two servers %s violate no invariant', async (_, INVENTORY) => {
  await using ending = new AsyncDisposableStack()
  const { url: databaseUrl } = ending.use(await cloneDatabase())
  // The first server creates the administrator.
  const start = async () => ending.use(await startServer(databaseUrl, { INVENTORY }))
  const servers = [await start(), await start()]
  const races = await runRaces({ servers, databaseUrl, buyers: 5, turns: 12, print: () => {} })
  expect(races).toHaveLength(9)
  expect(races.flatMap(({ violations }) => violations)).toEqual([])
})
