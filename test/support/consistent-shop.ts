import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { useOrderShop } from './order-shop.ts'
import type { TestShopOptions } from './shop.ts'

/** Opens an order shop, and checks the invariants of the database after each test. */
export async function useConsistentShop(options?: TestShopOptions) {
  const orderShop = await useOrderShop(options)
  const client = new Client({ connectionString: orderShop.shop.databaseUrl })
  await client.connect()
  afterAll(() => client.end())
  const violations = () => findViolations(async (sql) => (await client.query(prepared(sql))).rows)
  afterEach(async () => expect(await violations()).toEqual([]))
  return { ...orderShop, violations }
}

/** Planning the statements of all invariants takes longer than their execution. */
const prepared = (text: string) => ({ name: createHash('sha1').update(text).digest('hex'), text })
