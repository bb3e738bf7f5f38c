import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { type ReconciledAttempt, reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { changeRows } from './change-rows.ts'
import { type DummyCardOptions, dummyCard } from './dummy-card.ts'
import type { DummyPayment } from './dummy-ledger.ts'
import { type CartOptions, expectOrder, expectSuccess } from './factories.ts'
import type { Region } from './resources.ts'
import type { TestShop, TestShopOptions } from './shop.ts'
import { providersWith } from './test-payment.ts'

interface RemoteBankOptions extends DummyCardOptions {
  otherProviders?: readonly string[]
}

/** Opens a shop with `open`. Its region uses a payment provider behind a simulated network. */
export async function useRemoteBank<Used extends { shop: TestShop; region: Region }>(
  open: (options: TestShopOptions) => Promise<Used>,
  { otherProviders = [], ...options }: RemoteBankOptions = {},
) {
  const bank = dummyCard({ timeoutMs: 300, ...options })
  const used = await open({ providers: providersWith(bank), config: { logLevel: 'silent' } })
  const { shop, region } = used
  await expectSuccess(
    shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: [bank.id, ...otherProviders] }),
  )

  const runPendingJobs = async (): Promise<void> => {
    await shop.makeJobsDue()
    await shop.runJobs()
  }
  const paymentsOf = ({ cart_id }: { cart_id: string }): DummyPayment[] =>
    [...bank.ledger.values()].filter((payment) => payment.cart_id === cart_id)

  return {
    ...used,
    ...{ bank, runPendingJobs, paymentsOf },
    /** Changes the outcome of captures and refunds of a cart's payments. Without `later`, they succeed. */
    setLater(paid: { cart_id: string }, later?: 'uncapturable' | 'unrefundable'): void {
      for (const payment of paymentsOf(paid)) payment.later = later
    },

    refundsOf: (paid: { cart_id: string }): number[] =>
      paymentsOf(paid).flatMap(({ refunds }) => [...refunds.values()]),

    /** Ends the outage of the bank and runs all pending jobs. */
    async recover(): Promise<void> {
      bank.isDown = false
      await runPendingJobs()
    },

    async placeOrderWithCard(card: object, options: CartOptions = {}) {
      const cart = await shop.given.payableCart({ region, ...options })
      await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions/${bank.id}`, { data: card }))
      return expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
    },
  }
}

/** Lets any server continue the open payment attempts, as if the deadline of their server had passed. */
export const endPaymentLeases = (shop: Pick<TestShop, 'orm'>) =>
  changeRows(shop, PaymentAttempt, {}, { asked_until: null })

/** Reconciles all open payment attempts, regardless of their age. */
export async function reconcile({ orm, jobs }: Pick<TestShop, 'orm' | 'jobs'>): Promise<ReconciledAttempt[]> {
  const attempts: ReconciledAttempt[] = []
  const [before, onResult] = [new Date(Date.now() + 60_000), (one: ReconciledAttempt) => void attempts.push(one)]
  await reconcilePayments(orm.em.fork(), jobs.providers.payment, { before, onResult })
  return attempts
}
