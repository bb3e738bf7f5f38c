import { Command } from 'commander'
import type { WithShop } from '#server/cli/with-shop.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { withAdvisoryLock } from '#server/database/open.ts'

export function migrateCommand(withShop: WithShop): Command {
  return new Command('migrate').description('Run the pending migrations and add the base data').action(() =>
    withShop(async () => {
      console.log('The database is up to date.')
    }),
  )
}

export function seedCommand(withShop: WithShop): Command {
  return new Command('seed').description('Fill the database with the demo shop').action(() =>
    withShop(async ({ orm }) => {
      await withAdvisoryLock(orm, () => seedDemoShop(orm))
      console.log('The demo shop has been created.')
    }),
  )
}
