import { expect, test } from 'vitest'
import { statement } from '#database/statement.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'

const pageCost = statement<{ cost: string }>(`select current_setting('random_page_cost') as cost`)

async function pageCostOf(url: string): Promise<string | undefined> {
  const orm = await openDatabase(url)
  try {
    return (await pageCost(orm.em.fork()))[0]?.cost
  } finally {
    await orm.close()
  }
}

test('connections plan for pages in memory, unless the database sets another cost', async () => {
  await using database = await cloneDatabase()
  expect(await pageCostOf(database.url)).toBe('1.1')
  const name = new URL(database.url).pathname.slice(1)
  await executeSql(database.url, `alter database "${name}" set random_page_cost = 2`)
  expect(await pageCostOf(database.url)).toBe('2')
})
