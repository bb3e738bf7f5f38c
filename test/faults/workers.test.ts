import { expect, test } from 'vitest'
import { killImporter } from '../suites/faults/kill-importer.ts'
import { killWorker } from '../suites/faults/kill-worker.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* The small forms of `npm run faults -- --only worker` and `--only import`. */

const load = { clients: 4, checkouts: 8, seed: 7, print: () => {} }

test.runIf(process.platform === 'linux')(
  'one of two workers is killed, the other one serves and a new one takes its place',
  { timeout: 120_000 },
  async () => {
    await using database = await cloneDatabase()
    const outcome = await killWorker({ ...load, databaseUrl: database.url, times: 1, answersBetween: 20 })
    expect(outcome).toMatchObject({ what: '1 × kill -9 of one worker of 2', violations: [] })
  },
)

test('an import whose worker is killed is done by another worker, once', { timeout: 120_000 }, async () => {
  await using database = await cloneDatabase()
  const outcome = await killImporter({ ...load, databaseUrl: database.url, times: 1, lines: 300 })
  expect(outcome).toMatchObject({ what: '1 × kill -9 of the worker of an import', violations: [] })
})
