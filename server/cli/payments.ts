import { Command, InvalidArgumentError } from 'commander'
import { now } from '#database/clock.ts'
import { type ReconciledAttempt, reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { withShop } from '#server/cli/with-shop.ts'
import { installedProviders } from '#server/providers/installed.ts'

/** `shop payments …`: what providers over the network hold. */
export function paymentsCommand(): Command {
  const payments = new Command('payments').description('what payment providers over the network hold')
  payments
    .command('reconcile')
    .description('settle the payments of which nobody knows what became: order what was paid for, cancel the rest')
    .option('--older-than <minutes>', 'leave alone what was touched since', minutes, 15)
    .action(({ olderThan }: { olderThan: number }) =>
      withShop(async (orm) => {
        const before = new Date(now().getTime() - olderThan * 60_000)
        let count = 0
        const tell = (one: ReconciledAttempt) => {
          count += 1
          console.log(lineOf(one))
        }
        await reconcilePayments(orm.em.fork(), installedProviders.payment, { before, tell })
        if (count === 0) console.log('There is nothing to settle.')
      }),
    )
  return payments
}

function lineOf({ attempt, status, reason }: ReconciledAttempt): string {
  const { id, cart_id, payment_collection_id, provider_id, amount, currency_code } = attempt
  return `${id} ${cart_id ?? payment_collection_id} ${provider_id} ${amount} ${currency_code} ${status}${reason ? `: ${reason}` : ''}`
}

function minutes(given: string): number {
  if (!/^\d{1,6}$/.test(given)) throw new InvalidArgumentError('It must be a whole number of minutes.')
  return Number(given)
}
