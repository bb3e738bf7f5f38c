import { Client } from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { useOrderShop } from './order-shop.ts'
import type { TestShopOptions } from './shop.ts'

/** A shop that runs its orders, for the tests of a file. After each of them, whatever happened, nothing is adrift. */
export async function useConsistentShop(options?: TestShopOptions) {
  const used = await useOrderShop(options)
  const client = new Client({ connectionString: used.shop.databaseUrl })
  await client.connect()
  afterAll(() => client.end())
  const violations = () => findViolations(async (sql) => (await client.query(sql)).rows)
  afterEach(async () => expect(await violations()).toEqual([]))
  return { ...used, violations }
}
