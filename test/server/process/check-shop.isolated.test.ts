import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { definePlugin } from '#server/plugin/plugin.ts'
import { describePending } from '#server/process/check-shop.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { shop as repository } from '#server/shop.ts'
import { addMember, addUserWithScopes } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop } from '#test/support/shop.ts'

class CreateShelves extends Migration {
  override up(): void {
    this.addSql('create table shelf (id text primary key)')
  }
}

test('the doctor reports pending migrations and missing columns, and changes nothing', async () => {
  await using shop = await openTestShop({ plugins: repository.plugins })
  const doctor = async () => (await runSharedCommand(['doctor'], { DATABASE_URL: shop.databaseUrl })).stdout.split('\n')
  expect((await doctor()).slice(0, 3)).toEqual([
    'No problems found.',
    expect.stringMatching(/^The plugin storefront answers GET \/, .+, and \d+ other routes\.$/),
    expect.stringMatching(/^PostgreSQL 18\.4 has a known/),
  ])
  expect(await doctor()).toContain('Not set up yet: the countries in which the shop sells.')
  await executeSql(shop.databaseUrl, 'alter table note drop column value')
  expect((await doctor())[0]).toBe(
    'The database has no column note.value. Add a migration to the plugin of the column.',
  )
  await executeSql(shop.databaseUrl, 'alter table schema_migration rename to lost_history')
  expect((await doctor())[0]).toMatch(/^\d+ migrations of the core are pending\. Run: npm run migrate$/)
})

test('the doctor lists the users and API keys that can move money', async () => {
  await using shop = await openTestShop({ plugins: repository.plugins })
  await addUserWithScopes(shop, 'read:orders.*', 'orders.refund')
  await addMember(shop, 'member@example.com')
  await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Shelf labels', scopes: ['priceLists.*'] }))
  await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Reports', scopes: ['read:*'] }))
  const { stdout } = await runSharedCommand(['doctor'], { DATABASE_URL: shop.databaseUrl })
  const lines = stdout.split('\n').filter((line) => line.startsWith('Can '))
  const all = 'admin@example.com (admin)'
  const member = 'member@example.com (member)'
  expect(lines).toEqual([
    expect.stringMatching(/^Can refund: admin@example.com \(admin\), colleague\d+@example.com \(support \d+\), member/),
    `Can capture or accept payments: ${all}, ${member}`,
    `Can grant balances: ${all}, ${member}`,
    `Can create gift cards: ${all}, ${member}`,
    `Can create discounts: ${all}, ${member}`,
    `Can change prices: ${all}, ${member}, API key Shelf labels of admin@example.com`,
  ])
})

test('the doctor reports the conflicts of plugins without a database', async () => {
  const shelves = definePlugin({ name: 'Shelves', migrations: [CreateShelves] })
  expect(await defineShop({ plugins: [shelves] }).check()).toEqual([
    'The plugin name "Shelves" is invalid. Use lower-case words with hyphens, such as gift-wrap.',
  ])
})

test('the doctor counts the pending migrations of the core and names those of plugins', () => {
  const ofCore = { name: 'Migration1', plugin: undefined }
  expect(describePending([ofCore])).toEqual(['1 migration of the core is pending. Run: npm run migrate'])
  expect(describePending([ofCore, ofCore, { name: 'CreateShelves', plugin: 'shelves' }])).toEqual([
    '2 migrations of the core are pending. Run: npm run migrate',
    'The migration CreateShelves of the plugin shelves is pending. Run: npm run migrate',
  ])
})
