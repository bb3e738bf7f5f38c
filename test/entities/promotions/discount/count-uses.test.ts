import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { countUsesStatements } from '#entities/promotions/discount/count-uses.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const BUYERS = 12
const ORDERS = 60

test('simultaneous uses of a discount are all counted and do not deadlock', async () => {
  await using shop = await openTestShop()
  const { id, code } = await shop.given.discount(await shop.given.region())
  const pool = new Pool({ connectionString: shop.databaseUrl, max: BUYERS })
  const use = async (isNamed: boolean) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      if (isNamed) await client.query('select from discount where id = $1 for key share', [id])
      for (const { sql, parameters } of countUsesStatements([id], ['eur', [], []]))
        await client.query(sql, [...parameters])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const buy = async (buyer: number) => {
    for (let order = 0; order < ORDERS; order++) await use((buyer + order) % 2 === 0)
  }
  await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => buy(buyer)))
  await pool.end()
  const { discount } = await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))
  expect(discount.usage_count).toBe(BUYERS * ORDERS)
})
