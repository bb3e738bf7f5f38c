import { Command, InvalidArgumentError } from 'commander'
import { type ReconciledAttempt, reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { now } from '#entities/values/clock.ts'
import type { WithShop } from '#server/process/with-shop.ts'

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
  return payments
}

function lineOf({ attempt, status, reason }: ReconciledAttempt): string {
  const { id, cart_id, payment_collection_id, provider_id, amount, currency_code } = attempt
  return `${id} ${cart_id ?? payment_collection_id} ${provider_id} ${amount} ${currency_code} ${status}${reason ? `: ${reason}` : ''}`
}

function minutes(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Use a whole number of minutes.')
  return Number(text)
}
