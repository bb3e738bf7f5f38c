import { expect, test } from 'vitest'
import { killPostgres } from '../bench/faults/kill-postgres.ts'
import { killServer } from '../bench/faults/kill-server.ts'
import { openMortalPostgres } from '../bench/faults/mortal-postgres.ts'
import { cloneDatabase } from './support/postgres.ts'

/* The small forms of `npm run faults`. */

const load = { clients: 8, seed: 7, say: () => {} }

test('a server that is killed three times loses no order, and makes none twice', { timeout: 120_000 }, async () => {
  await using database = await cloneDatabase()
  const outcome = await killServer({ ...load, databaseUrl: database.url, checkouts: 40, kills: 3, requestsBetween: 80 })
  expect(outcome).toMatchObject({ what: '3 × kill -9 of the server', orders: 40, violations: [] })
})

test('while PostgreSQL is away every answer is 503, and then all goes on by itself', { timeout: 120_000 }, async () => {
  await using postgres = await openMortalPostgres()
  const outcome = await killPostgres({ ...load, postgres, checkouts: 16, outages: 2, requestsBetween: 40 })
  expect(outcome).toMatchObject({ what: 'PostgreSQL away 2 times', orders: 16, violations: [] })
})
