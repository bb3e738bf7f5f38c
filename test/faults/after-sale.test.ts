import { expect, test } from 'vitest'
import { killServerAfterSale } from '../suites/faults/after-sale.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* A short run of `npm run faults -- --only after-sale`. */

test('a killed server loses no return, claim, swap or order edit', async () => {
  await using database = await cloneDatabase()
  const small = { clients: 4, checkouts: 40, times: 1, answersBetween: 20, seed: 7, print: () => {} }
  const outcome = await killServerAfterSale({ ...small, databaseUrl: database.url })
  expect(outcome).toMatchObject({ what: '1 × kill -9 of the server after sales', orders: 3, violations: [] })
})
