import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { SyncedCart } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { readOfferedBalances } from '#entities/promotions/balance/read-balances.ts'
import { findKind } from '#entities/promotions/balance/tender-kind.ts'
import { BalanceKind } from './balance.ts'

const CartTender = BalanceKind.pick({ kind: true, label: true, worth: true }).extend({
  /** The customer can spend this balance: minor units, or units of the kind. */
  available: z.int(),
  is_chosen: z.boolean(),
  /** In minor units. Null: as much as possible. */
  max_amount: z.int().nullable(),
  /** The amount that it pays now, in minor units. */
  amount: z.int(),
})

/** The balances of the customer of a cart, the chosen ones first. `due` is left for the payment provider. */
export const CartTenders = z
  .object({ currency_code: z.string(), total: z.int(), due: z.int(), tenders: z.array(CartTender) })
  .meta({ id: 'CartTenders', description: 'The balances that can pay for a cart. Amounts are in minor units.' })

export async function showCartTenders(
  em: EntityManager,
  { cart, priced }: SyncedCart,
): Promise<z.output<typeof CartTenders>> {
  const { currency_code } = cart.region
  const offered = await readOfferedBalances(em, { customer_id: cart.customer_id as string, currency_code })
  const chosen = new Set(cart.balances.map((balance) => balance.kind))
  const others = offered.filter((balance) => !chosen.has(balance.kind) && balance.units > 0)
  return {
    currency_code,
    total: priced.totals.total,
    due: priced.due,
    tenders: [...cart.balances, ...others].map((balance) => {
      const { label, worth } = findKind(em, balance.kind)
      return {
        ...{ kind: balance.kind, label, worth },
        available: balance.units,
        is_chosen: chosen.has(balance.kind),
        max_amount: balance.max_amount,
        amount: priced.tenders.find((tender) => tender.account_id === balance.account_id)?.amount ?? 0,
      }
    }),
  }
}
