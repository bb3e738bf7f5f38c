import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const { id } = await shop.given.variant({ stock: 5 })
  await shop.orm.em.fork().execute(
    `with copied as (
       insert into product_variant
       select (jsonb_populate_record(v, jsonb_build_object('id', 'variant_' || n, 'sku', 'many-' || n, 'barcode', null, 'ean', null, 'upc', null))).*
       from product_variant v cross join generate_series(1, ${MANY}) n where v.id = ?
       returning id
     )
     insert into money_amount (id, created_at, updated_at, variant_id, currency_code, amount)
     select 'ma_' || id, now(), now(), id, 'usd', 100 from copied`,
    [id],
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const FEW = 500
const MANY = 4000

const UPDATES = {
  stock: 'update product_variant set inventory_quantity = inventory_quantity + 1 where id in',
  price: 'update money_amount set amount = amount + 1 where variant_id in',
} as const

/** PostgreSQL plans the statements of a trigger for the first change of a session, and keeps the plans. */
async function timeAfterOneRow(update: string, count: number): Promise<number> {
  const client = new Client(shop.databaseUrl)
  await client.connect()
  try {
    const change = (rows: number) =>
      client.query(`${update} (select id from product_variant where sku like 'many-%' order by id limit ${rows})`)
    await change(1)
    await change(1)
    const begin = performance.now()
    await change(count)
    return performance.now() - begin
  } finally {
    await client.end()
  }
}

const fastest = async (update: string, count: number) =>
  Math.min(await timeAfterOneRow(update, count), await timeAfterOneRow(update, count))

for (const [column, update] of Object.entries(UPDATES))
  test(`a change of the ${column} of many variants takes a time that grows with their number`, async () => {
    await fastest(update, FEW)
    const few = await fastest(update, FEW)
    const many = await fastest(update, MANY)
    expect(many / few).toBeLessThan((2.5 * MANY) / FEW)
  }, 120_000)
