import { Command } from 'commander'
import { repairDifferences } from '#entities/orders/order/repair-differences.ts'
import type { WithShop } from '#server/process/with-shop.ts'

export function ordersCommand(withShop: WithShop): Command {
  const orders = new Command('orders').description('Repair stored amounts of orders')
  orders
    .command('repair')
    .description(
      'Compute the differences of edited orders again that are wrong or were never stored. Prints each order and its difference.',
    )
    .action(() =>
      withShop(async ({ orm }) => {
        let count = 0
        await repairDifferences(orm.em.fork(), ({ id, difference_due }) => {
          count += 1
          console.log(`${id} ${difference_due}`)
        })
        console.log(count === 0 ? 'No wrong differences found.' : `Repaired ${count} orders.`)
      }),
    )
  return orders
}
