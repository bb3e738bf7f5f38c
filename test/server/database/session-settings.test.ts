import { expect, test } from 'vitest'
import { statement } from '#database/statement.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'

const selectSettings = statement<{ cost: string; jit: string }>(
  `select current_setting('random_page_cost') as cost, current_setting('jit') as jit`,
)

async function settingsOf(url: string) {
  const orm = await openDatabase(url)
  try {
    return (await selectSettings(orm.em.fork()))[0]
  } finally {
    await orm.close()
  }
}

test('connections plan for pages in memory and compile nothing, unless the database has other settings', async () => {
  await using database = await cloneDatabase()
  expect(await settingsOf(database.url)).toEqual({ cost: '1.1', jit: 'off' })
  const name = new URL(database.url).pathname.slice(1)
  await executeSql(database.url, `alter database "${name}" set random_page_cost = 2`)
  await executeSql(database.url, `alter database "${name}" set jit = on`)
  expect(await settingsOf(database.url)).toEqual({ cost: '2', jit: 'on' })
})
