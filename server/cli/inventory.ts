import { Command } from 'commander'
import type { WithShop } from '#server/cli/with-shop.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { withAdvisoryLock } from '#server/database/open.ts'

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
