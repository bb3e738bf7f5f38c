import { Command } from 'commander'
import { serverOrigin } from '#server/base/server-address.ts'
import { ensureAdministrator } from '#server/database/administrator.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import type { CommandShop, WithShop } from '#server/process/with-shop.ts'
import { openFileStore } from '#server/providers/files.ts'
import { withAdvisoryLock } from '#server/shop/open-database.ts'

export function migrateCommand(withShop: WithShop): Command {
  return new Command('migrate').description('Run the pending migrations and add the base data').action(() =>
    withShop(async () => {
      console.log('The database is up to date.')
    }),
  )
}

export function seedCommand(withShop: WithShop): Command {
  return new Command('seed')
    .description('Fill the database with the demo shop')
    .option('--orders', 'also add pictures, promotions, customers, and four weeks of orders')
    .action(({ orders = false }: { orders?: boolean }) =>
      withShop(async (shop) => {
        const isSeeded = await withAdvisoryLock(shop.orm, async () => {
          const isNew = await seedDemoShop(shop.orm)
          if (isNew && orders) await addOrders(shop)
          return isNew
        })
        console.log(
          isSeeded
            ? 'The demo shop has been created.'
            : 'Nothing was added, because the shop has or had a region. Use a new database for the demo shop.',
        )
      }),
    )
}

async function addOrders({ orm, config, parts }: CommandShop): Promise<void> {
  const account = { email: config.adminEmail, password: config.adminPassword }
  const { email, generatedPassword } = await ensureAdministrator(orm, account)
  if (generatedPassword) console.log(`administrator ${email}, password ${generatedPassword} (not shown again)`)
  const { fillDemoShop } = await import('#server/demo/fill-demo-shop.ts')
  const files = await openFileStore({ config, parts })
  await fillDemoShop({ orm, config, parts, files, origin: serverOrigin(config) })
}
