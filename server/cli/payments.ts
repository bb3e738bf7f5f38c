import { Command, InvalidArgumentError } from 'commander'
import { findLostPayments, type LostPayment } from '#entities/checkout/find-lost-payments.ts'
import { type ReconciledAttempt, reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { now } from '#entities/values/clock.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { time } from './time.ts'

export function paymentsCommand(withShop: WithShop): Command {
  const payments = new Command('payments').description('Manage payments with an unknown outcome')
  payments
    .command('reconcile')
    .description(
      'Look up interrupted payments at their providers: place the orders that were paid, cancel the other payments',
    )
    .option('--older-than <minutes>', 'skip payments that changed in the last minutes', minutes, 15)
    .action(({ olderThan }: { olderThan: number }) =>
      withShop(async ({ orm, parts: { providers } }) => {
        const before = new Date(now().getTime() - olderThan * 60_000)
        let count = 0
        const onResult = (attempt: ReconciledAttempt) => {
          count += 1
          console.log(lineOf(attempt))
        }
        await reconcilePayments(orm.em.fork(), providers.payment, { before, onResult })
        if (count === 0) console.log('No interrupted payments found.')
      }),
    )
  payments
    .command('find-lost')
    .description(
      'Compare the payments at the providers with those of the shop, after a failover or a restore that lost the last transactions. Places the orders of carts that still exist, and lists the other payments',
    )
    .requiredOption('--since <time>', 'the time from which transactions may be lost, as 2026-11-29T20:15:00Z', time)
    .option('--refund <ids...>', 'ids of listed payments to refund at their provider')
    .action(({ since, refund: refunds = [] }: { since: Date; refund?: string[] }) =>
      withShop(async ({ orm, parts: { providers } }) => {
        let count = 0
        for await (const payment of findLostPayments(orm.em.fork(), providers.payment, { since, refunds })) {
          count += 1
          console.log(lostLineOf(payment))
        }
        if (count === 0) console.log('No lost payments found.')
      }),
    )
  return payments
}

function lostLineOf({ provider_id, notice, status, reason }: LostPayment): string {
  const { cart_id, data, amount } = notice
  const words = [provider_id, ...Object.values(data), cart_id, amount, status].filter((word) => word !== undefined)
  return `${words.join(' ')}${reason ? `: ${reason}` : ''}`
}

function lineOf({ attempt, status, reason }: ReconciledAttempt): string {
  const { id, cart_id, payment_collection_id, provider_id, amount, currency_code } = attempt
  return `${id} ${cart_id ?? payment_collection_id} ${provider_id} ${amount} ${currency_code} ${status}${reason ? `: ${reason}` : ''}`
}

function minutes(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Use a whole number of minutes.')
  return Number(text)
}
