import { expect, test } from 'vitest'
import { killImporter } from '../suites/faults/kill-importer.ts'
import { killWorker } from '../suites/faults/kill-worker.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* Short runs of `npm run faults -- --only worker` and `--only import`. */

const load = { clients: 4, checkouts: 8, seed: 7, print: () => {} }

test.runIf(process.platform === 'linux')('the other worker serves while a killed one is replaced', async () => {
  await using database = await cloneDatabase()
  const outcome = await killWorker({ ...load, databaseUrl: database.url, times: 1, answersBetween: 20 })
  expect(outcome).toMatchObject({ what: '1 × kill -9 of one worker of 2', violations: [] })
})

test('another worker finishes the import of a killed worker once', async () => {
  await using database = await cloneDatabase()
  const outcome = await killImporter({ ...load, databaseUrl: database.url, times: 1, lines: 300 })
  expect(outcome).toMatchObject({ what: '1 × kill -9 of the worker of an import', violations: [] })
})
