import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { MoneyApi } from './suites/money/api.ts'
import { playSequences } from './suites/money/play-sequences.ts'
import { plugins } from './suites/money/plugins.ts'
import { openTestShop } from './support/shop.ts'

/* A short run of `npm run money`. */

test('an independent ledger agrees with the money of random orders after each step', { timeout: 900_000 }, async () => {
  await using shop = await openTestShop({ plugins })
  const first = Date.now() % 1_000_000
  const seeds = Array.from({ length: 150 }, (_, i) => first + i)
  const reports: string[] = []
  const failures = await playSequences(new MoneyApi(shop), {
    seeds,
    print: (text) => reports.push(text),
  })
  expect([...failures], reports.join('\n')).toEqual([])
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const violations = await findViolations(async (sql) => (await client.query(sql)).rows)
  await client.end()
  expect(violations).toEqual([])
})
