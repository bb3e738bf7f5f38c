import type { EntityManager } from '@mikro-orm/postgresql'
import { Command } from 'commander'
import { inTransaction } from '#database/transaction.ts'
import { eraseCustomer } from '#entities/privacy/erase-customer.ts'
import { exportCustomer } from '#entities/privacy/export-customer.ts'
import type { PersonQuery } from '#entities/privacy/find-person.ts'
import type { WithShop } from '../process/with-shop.ts'

export function customerCommand(withShop: WithShop): Command {
  const customer = new Command('customer').description('Export or erase the personal data of a customer')
  const argument = 'an e-mail address, with all carts and orders of guests, or the id of one customer'
  customer
    .command('export')
    .description('Print all personal data of a customer as JSON')
    .argument('<email|id>', argument)
    .action((text: string) =>
      withShop(async ({ orm }) => {
        const document = await withoutTimeout(orm.em, (em) => exportCustomer(em, personQueryOf(text)))
        console.log(JSON.stringify(document, undefined, 2))
      }),
    )
  customer
    .command('erase')
    .description('Erase the personal data of a customer. Amounts, taxes and quantities of orders stay')
    .argument('<email|id>', argument)
    .action((text: string) =>
      withShop(async ({ orm }) => {
        const ids = await withoutTimeout(orm.em, (em) => eraseCustomer(em, personQueryOf(text)))
        console.log(`Erased ${ids.join(', ') || 'the carts and orders of a guest'}. A worker deletes the files.`)
      }),
    )
  return customer
}

/** A large shop needs minutes to search the audit log and the saved responses. */
const withoutTimeout = <Result>(em: EntityManager, work: (tx: EntityManager) => Promise<Result>): Promise<Result> =>
  inTransaction(em, async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    return work(tx)
  })

const personQueryOf = (text: string): PersonQuery => (text.includes('@') ? { email: text } : { id: text })
