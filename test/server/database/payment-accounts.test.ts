import { expect, test } from 'vitest'
import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'

/** `days` after the first migration of the database, which the import from Medusa v1 precedes. */
const customer = (id: string, days: number, stripe_id: unknown, has_account = true) => `
  insert into customer (id, email, has_account, metadata, created_at, updated_at)
  select '${id}', '${id}@example.com', ${has_account}, '${JSON.stringify({ stripe_id })}', first, first + interval '${days} days'
  from (select min(executed_at) as first from schema_migration) history`

test('the migration copies accounts of untouched imported customers, and of no customer who could have written the metadata', async () => {
  await using database = await cloneDatabase()
  await executeSql(
    database.url,
    [
      'alter table customer drop column payment_accounts',
      `delete from schema_migration where name like '%payment_accounts%'`,
      customer('imported', -1, 'cus_Imported1'),
      customer('changed', 1, 'cus_Changed1'),
      customer('guest', -1, 'cus_Guest1', false),
      customer('odd', -1, 'acct_1'),
      customer('nested', -1, { id: 'cus_Nested1' }),
      customer('twin', -1, 'cus_Shared1'),
      customer('copycat', 1, 'cus_Shared1'),
    ].join(';'),
  )
  const orm = await openDatabase(database.url)
  try {
    await prepareDatabase(orm, { print: () => {} })
    const sql = 'select id, payment_accounts from customer where payment_accounts is not null'
    expect(await executeSql(database.url, sql)).toEqual([
      { id: 'imported', payment_accounts: { stripe: 'cus_Imported1' } },
    ])
  } finally {
    await orm.close()
  }
})
