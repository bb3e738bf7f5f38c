import { expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { Migration20261128110000_payment_accounts } from '#server/database/migrations/Migration20261128110000_payment_accounts.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '#test/support/postgres.ts'

const IMPORTED = new Date('2020-01-01')
const CHANGED = new Date('2100-01-01')

/** The import from Medusa v1 precedes the first migration of the database. */
const CUSTOMERS = [
  ['imported', IMPORTED, 'cus_Imported1', true],
  ['changed', CHANGED, 'cus_Changed1', true],
  ['guest', IMPORTED, 'cus_Guest1', false],
  ['odd', IMPORTED, 'acct_1', true],
  ['nested', IMPORTED, { id: 'cus_Nested1' }, true],
  ['twin', IMPORTED, 'cus_Shared1', true],
  ['copycat', CHANGED, 'cus_Shared1', true],
] as const

test('the migration copies accounts of untouched imported customers, and of no customer who could have written the metadata', async () => {
  await using database = await cloneDatabase()
  const orm = await openDatabase(database.url)
  try {
    const em = orm.em.fork()
    for (const [id, updated_at, stripe_id, has_account] of CUSTOMERS)
      em.create(Customer, { id, email: `${id}@example.com`, has_account, metadata: { stripe_id }, updated_at })
    await em.flush()
    await executeSql(database.url, 'alter table customer drop column payment_accounts')
    const migration = new Migration20261128110000_payment_accounts(orm.em.getDriver(), orm.config)
    migration.up()
    for (const statement of migration.getQueries()) await executeSql(database.url, String(statement))
    const sql = 'select id, payment_accounts from customer where payment_accounts is not null'
    expect(await executeSql(database.url, sql)).toEqual([
      { id: 'imported', payment_accounts: { stripe: 'cus_Imported1' } },
    ])
  } finally {
    await orm.close()
  }
})
