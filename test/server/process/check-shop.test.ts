import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { definePlugin } from '#server/plugin/plugin.ts'
import { describePending } from '#server/process/check-shop.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/program.ts'
import { openTestShop } from '#test/support/shop.ts'

class CreateShelves extends Migration {
  override up(): void {
    this.addSql('create table shelf (id text primary key)')
  }
}

test('the doctor reports pending migrations and missing columns, and changes nothing', async () => {
  await using shop = await openTestShop()
  const doctor = async () => (await runCommand(['doctor'], { DATABASE_URL: shop.databaseUrl })).stdout.split('\n')
  expect(await doctor()).toEqual(['No problems found.', expect.stringMatching(/^PostgreSQL 18\.4 has a known/), ''])
  await executeSql(shop.databaseUrl, 'alter table note drop column value')
  expect((await doctor())[0]).toBe(
    'The database has no column note.value. Add a migration to the plugin of the column.',
  )
  await executeSql(shop.databaseUrl, 'alter table schema_migration rename to lost_history')
  expect((await doctor())[0]).toMatch(/^\d+ migrations of the core are pending\. Run: npm run migrate$/)
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
