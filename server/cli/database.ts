import { Command } from 'commander'
import { withShop } from '#server/cli/with-shop.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { withAdvisoryLock } from '#server/database/open.ts'

/** `shop migrate`: migrations and base data, as at each start of the server. */
export function migrateCommand(): Command {
  return new Command('migrate').description('bring the database up to date').action(() =>
    withShop(async () => {
      console.log('The database is up to date.')
    }),
  )
}

/** `shop seed`: the demo shop. */
export function seedCommand(): Command {
  return new Command('seed').description('fill the database with the demo shop').action(() =>
    withShop(async (orm) => {
      await withAdvisoryLock(orm, () => seedDemoShop(orm))
      console.log('The demo shop is there.')
    }),
  )
}
