import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTemplate } from '#server/testing/template.ts'
import { killPostgresAfterSale } from './suites/faults/after-sale.ts'
import { freezePostgres } from './suites/faults/freeze-postgres.ts'
import { killPostgres, loseCarts } from './suites/faults/kill-postgres.ts'
import { killServer } from './suites/faults/kill-server.ts'
import { type KillablePostgres, openKillablePostgres } from './suites/faults/killable-postgres.ts'
import { loseCommits } from './suites/faults/lose-commits.ts'
import { sellOut } from './suites/faults/sell-out.ts'
import { shiftClock } from './suites/faults/shift-clock.ts'
import { cloneDatabase, databaseUrl, executeSql } from './support/postgres.ts'

/* Short runs of `npm run faults`. */

const load = { clients: 8, seed: 7, print: () => {} }

test('a killed server loses and duplicates no order', async () => {
  await using database = await cloneDatabase()
  const outcome = await killServer({ ...load, databaseUrl: database.url, checkouts: 12, times: 1, answersBetween: 60 })
  expect(outcome).toMatchObject({ what: '1 × kill -9 of the server', orders: 12, violations: [] })
})

test('a killed server sells each unit at three locations once', async () => {
  await using database = await cloneDatabase()
  const few = { checkouts: 34, times: 1, answersBetween: 8 }
  const outcome = await sellOut({ ...load, ...few, databaseUrl: database.url })
  expect(outcome).toMatchObject({
    what: '1 × kill -9 of the server at the last units',
    orders: 34,
    violations: [],
  })
})

test('a commit without a response answers 503 and takes effect once', async () => {
  await using database = await cloneDatabase()
  const outcome = await loseCommits({ ...load, databaseUrl: database.url, checkouts: 12 })
  expect(outcome).toMatchObject({ orders: 12, violations: [] })
  expect(outcome.answers.counts.get('503')).toBeGreaterThan(0)
})

test('a server whose clock jumps follows the clock of PostgreSQL', async () => {
  await using database = await cloneDatabase()
  const small = { checkouts: 8, times: 2, answersBetween: 10 }
  const outcome = await shiftClock({ ...load, databaseUrl: database.url, ...small })
  expect(outcome).toMatchObject({ what: '2 × the clock jumps', violations: [] })
})

let postgres: KillablePostgres
beforeAll(async () => {
  postgres = await openKillablePostgres()
  await createTemplate(postgres.url, 'migrated')
})
afterAll(() => postgres[Symbol.asyncDispose]())

/** The same PostgreSQL with a separate shop. */
async function shopIn(database: string): Promise<KillablePostgres> {
  await executeSql(postgres.url, `create database ${database} template migrated`)
  return { ...postgres, url: databaseUrl(postgres.url, database) }
}

test('requests answer 503 until PostgreSQL is available again', async () => {
  const outcome = await killPostgres({
    ...load,
    postgres: await shopIn('one'),
    checkouts: 8,
    times: 1,
    answersBetween: 20,
  })
  expect(outcome).toMatchObject({ what: '1 × PostgreSQL away', violations: [] })
  // Clients continue until PostgreSQL is available again.
  expect(outcome.orders).toBeGreaterThanOrEqual(8)
})

test('a crash of PostgreSQL loses no order of customers without idempotency keys', async () => {
  const small = { checkouts: 8, times: 1, answersBetween: 20 }
  const outcome = await loseCarts({ ...load, postgres: await shopIn('carts'), ...small })
  expect(outcome).toMatchObject({ orders: 8, violations: [] })
})

test('a crash of PostgreSQL loses no return, claim, swap or order edit', async () => {
  const small = { clients: 4, checkouts: 30, times: 1, answersBetween: 20 }
  const outcome = await killPostgresAfterSale({ ...load, ...small, postgres: await shopIn('sold') })
  expect(outcome).toMatchObject({ what: '1 × a crash of PostgreSQL after sales', orders: 3, violations: [] })
})

test.runIf(process.platform === 'linux')('requests fail quickly while PostgreSQL is frozen', async () => {
  const small = { checkouts: 8, times: 1, answersBetween: 20 }
  const outcome = await freezePostgres({ ...load, postgres: await shopIn('other'), ...small })
  expect(outcome).toMatchObject({ what: '1 × PostgreSQL stands still', orders: 8, violations: [] })
  expect(outcome.answers.counts.get('503')).toBeGreaterThan(0)
})
