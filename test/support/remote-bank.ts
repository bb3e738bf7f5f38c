import { type ReconciledAttempt, reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { type DummyCardOptions, dummyCard } from './dummy-card.ts'
import type { DummyPayment } from './dummy-ledger.ts'
import { type CartOptions, expectSuccess, type Json } from './factories.ts'
import type { TestShop, TestShopOptions } from './shop.ts'
import { providersWith } from './test-payment.ts'

interface RemoteBankOptions extends DummyCardOptions {
  /** By whom its region is paid for too. */
  beside?: readonly string[]
}

/** A shop that `open` opens for the tests of a file, whose region is paid for at a bank over the network. */
export async function useRemoteBank<Used extends { shop: TestShop; region: Json }>(
  open: (options: TestShopOptions) => Promise<Used>,
  { beside = [], ...options }: RemoteBankOptions = {},
) {
  const bank = dummyCard({ patience: 300, ...options })
  const used = await open({ providers: providersWith(bank), config: { logLevel: 'silent' } })
  const { shop, region } = used
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: [bank.id, ...beside] }))

  const settle = async (): Promise<void> => {
    await shop.hasten()
    await shop.settle()
  }
  /** What the bank has in its books for a cart. */
  const booked = ({ cart_id }: Json): DummyPayment[] =>
    [...bank.ledger.values()].filter((payment) => payment.cart_id === cart_id)

  return {
    ...used,
    ...{ bank, settle, booked },
    /** What it has given back of that. */
    refunded: (paid: Json): number[] => booked(paid).flatMap(({ refunds }) => [...refunds.values()]),

    /** Has the bank answer again, and does what waited for it. */
    async recover(): Promise<void> {
      bank.outOfOrder = false
      await settle()
    },

    /** An order that is authorised by this card. */
    async paidBy(card: object, wanted: CartOptions = {}): Promise<Json> {
      const cart = await shop.given.payableCart({ region, ...wanted })
      await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions/${bank.id}`, { data: card }))
      return (await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))).data
    },
  }
}

/** Settles what providers over the network were asked for, as if all of it were old enough. */
export async function reconcile({ orm, jobs }: Pick<TestShop, 'orm' | 'jobs'>): Promise<ReconciledAttempt[]> {
  const told: ReconciledAttempt[] = []
  const [before, tell] = [new Date(Date.now() + 60_000), (one: ReconciledAttempt) => void told.push(one)]
  await reconcilePayments(orm.em.fork(), jobs.providers.payment, { before, tell })
  return told
}
