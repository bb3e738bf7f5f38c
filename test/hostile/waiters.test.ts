import { expect, test } from 'vitest'
import { startServer } from '../../bench/server.ts'
import { contend } from '../suites/hostile/waiters.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* A short run of `npm run hostile -- --part waiters`. */

test('requests that wait for one row leave connections for other customers', async () => {
  await using ending = new AsyncDisposableStack()
  const { url: databaseUrl } = ending.use(await cloneDatabase())
  const settings = { DATABASE_POOL_MAX: '3', DATABASE_WAIT_SECONDS: '3' }
  const server = ending.use(await startServer(databaseUrl, settings))
  const load = { waiters: 6, checkouts: 2, holders: ['another process'] as const }
  const contended = await contend({ server, databaseUrl, ...load })
  expect(contended).toHaveLength(7)
  expect(contended.flatMap(({ row, findings }) => findings.map((finding) => `${row}: ${finding}`))).toEqual([])
})
