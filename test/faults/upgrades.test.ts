import { expect, test } from 'vitest'
import { findInstalledPostgres } from '../suites/faults/patroni/programs.ts'
import { replaceServers } from '../suites/faults/replace-servers.ts'
import { upgradePostgresUnderLoad } from '../suites/faults/upgrade-postgres.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* Short runs of `npm run faults -- --only rolling` and `--only upgrade`. */

const load = { clients: 3, seed: 7, print: () => {}, checkouts: 8, answersBetween: 20 }

test('servers are replaced in turn without a refused request', async () => {
  await using database = await cloneDatabase()
  const outcome = await replaceServers({ ...load, times: 2, databaseUrl: database.url })
  expect(outcome.violations).toEqual([])
})

const installed = await findInstalledPostgres()

test.skipIf(!installed || installed.major >= 18)(
  'a shop moves from an older PostgreSQL to the embedded one without a refused request',
  async () => {
    const outcome = await upgradePostgresUnderLoad(installed!.directory, { ...load, times: 1 })
    expect(outcome.violations).toEqual([])
    expect(outcome.waited).toHaveLength(1)
  },
)
