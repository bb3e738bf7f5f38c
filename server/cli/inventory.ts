import { Command } from 'commander'
import { enableInventory } from '#server/database/enable-inventory.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { withAdvisoryLock } from '#server/shop/open-database.ts'

export function inventoryCommand(withShop: WithShop): Command {
  const command = new Command('inventory').description('Manage stock at several locations')
  command
    .command('enable')
    .description('Count the stock by location. Creates one location with the current stock. Cannot be undone.')
    .action(() =>
      withShop(async ({ orm }) => {
        const enabled = await withAdvisoryLock(orm, () => enableInventory(orm))
        console.log(enabled ? 'Inventory is enabled.' : 'Inventory was enabled before.')
      }),
    )
  return command
}
