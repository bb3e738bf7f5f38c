import { Command } from 'commander'
import { exitWithError } from '#server/base/start-error.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { withShopOf } from '../process/with-shop.ts'
import { adminCommand } from './admin.ts'
import { apiKeyCommand } from './api-key.ts'
import { auditCommand } from './audit.ts'
import { exportCommand, importCommand } from './catalogue.ts'
import { customerCommand } from './customer.ts'
import { migrateCommand, seedCommand } from './database.ts'
import { doctorCommand } from './doctor.ts'
import { drillCommand } from './drill.ts'
import { inventoryCommand } from './inventory.ts'
import { inviteCommand } from './invite.ts'
import { importMedusaCommand } from './medusa.ts'
import { moveDatabaseCommand } from './move-database.ts'
import { ordersCommand } from './orders.ts'
import { paymentsCommand } from './payments.ts'
import { recoverCommand } from './recover.ts'
import { roleCommand } from './role.ts'
import { shopsCommand } from './shops.ts'
import { startCommand } from './start.ts'
import { transferCommand } from './transfer.ts'
import { typesCommand } from './types.ts'
import { userCommand } from './user.ts'

/** Runs the command of `process.argv` on the shop. Exits with 1 after an error. `name` is the name of the program. */
export async function runCommand(shop: Shop, name = 'shop'): Promise<void> {
  const program = new Command(name)
  const named = () => program.opts<{ shop?: string }>().shop
  const withShop = withShopOf(shop, named)
  program
    .description('Manage the database of the shop. Uses DATABASE_URL if it is set, else the embedded PostgreSQL.')
    .option('--shop <id>', 'the shop, if the directory has many (SHOPS=many)')
    .addCommand(startCommand(shop))
    .addCommand(shopsCommand(shop))
    .addCommand(userCommand(withShop))
    .addCommand(roleCommand(withShop))
    .addCommand(inviteCommand(withShop))
    .addCommand(apiKeyCommand(withShop))
    .addCommand(customerCommand(withShop))
    .addCommand(migrateCommand(withShop))
    .addCommand(seedCommand(withShop))
    .addCommand(auditCommand(withShop))
    .addCommand(doctorCommand(shop, named))
    .addCommand(drillCommand(shop, named))
    .addCommand(recoverCommand(shop, named))
    .addCommand(moveDatabaseCommand(shop, named))
    .addCommand(paymentsCommand(withShop))
    .addCommand(ordersCommand(withShop))
    .addCommand(inventoryCommand(withShop))
    .addCommand(transferCommand(shop, withShop))
    .addCommand(exportCommand(withShop))
    .addCommand(adminCommand())
    .addCommand(typesCommand())
    .addCommand(importCommand(withShop).addCommand(importMedusaCommand(withShop)))
  await program.parseAsync().catch(exitWithError)
}
