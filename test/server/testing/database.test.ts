import { expect, inject, test } from 'vitest'
import { cloneDatabase, dropAbandonedClones, EMPTY_TEMPLATE } from '#server/testing/database.ts'
import { executeSql } from '#server/testing/execute-sql.ts'

test('the test databases of killed processes are dropped after an hour', async () => {
  const { url } = inject('postgres')
  const postgres = { url, template: EMPTY_TEMPLATE }
  await using clone = await cloneDatabase(postgres)
  const abandoned = `cartwright_shop_${(Date.now() - 7_200_000).toString(36)}_dead`
  await executeSql(url, `create database ${abandoned}`)
  await dropAbandonedClones(postgres)
  const left = await executeSql(url, "select datname from pg_database where datname like 'cartwright\\_shop\\_%'")
  const names = left.map(({ datname }) => datname)
  expect(names).toContain(clone.name)
  expect(names).not.toContain(abandoned)
})
