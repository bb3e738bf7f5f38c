import type { EntityManager } from '@mikro-orm/postgresql'
import { defineTender, type Effect, entityWithFields, field, Order, statement } from 'cartwright'
import { settings } from './settings.ts'

/** Points have the currency of the order that earned them, and a point pays one minor unit of it. Refunds go to the other payments first. */
export const points = defineTender({
  kind: 'points',
  label: { en: 'Points', de: 'Punkte' },
  refund: 'last',
})

export const fields = {
  order: {
    /** The points for the order, and the points that the customer still has after refunds. */
    earned_points: field.integer({ label: 'Earned points', min: 0, personal: false }),
    kept_points: field.integer({ label: 'Kept points', min: 0, personal: false }),
  },
}

const loyalOrder = () => entityWithFields(Order, fields.order)

/** Money earns points, and points do not. A guest has no account, so the order of a guest gives none. */
export const earnPoints: Effect<'cart.complete'> = async ({ em, cart, totals, tenders, order, ...shop }) => {
  if (!order || !cart.customer?.has_account) return
  const spent = tenders.reduce((sum, { kind, amount }) => sum + (kind === points.kind ? amount : 0), 0)
  const earned = Math.floor((totals.total - spent) / settings.of(shop).LOYALTY_AMOUNT_PER_POINT)
  if (earned <= 0) return
  const { id, customer_id, currency_code } = order
  await em.nativeUpdate(loyalOrder(), { id }, { earned_points: earned, kept_points: earned })
  await points.add(em, { customer_id, currency_code, amount: earned, order_id: id, note: 'Earned' })
}

/** Takes points back in proportion to the refunded money, or returns those of a failed refund. */
export const followRefunds: Effect<'order.refund' | 'order.failRefund'> = async ({ em, order: { id } }) => {
  const [money = NO_MONEY] = await selectMoney(em, id, points.kind)
  await keepShare(em, id, money)
}

export const reversePoints: Effect<'order.cancel'> = ({ em, order: { id } }) => keepShare(em, id, NO_MONEY)

interface Money {
  paid: number
  refunded: number
}

const NO_MONEY: Money = { paid: 0, refunded: 0 }

/** Returns the points that belong to the money that is not refunded, rounded down. */
export function keptPoints(earned: number, { paid, refunded }: Money): number {
  if (refunded >= paid) return 0
  // The product can exceed the safe integers.
  return Number((BigInt(earned) * BigInt(paid - refunded)) / BigInt(paid))
}

/** The cart of the order names the payer: a transfer gives the order to another customer, and leaves the cart. */
async function keepShare(em: EntityManager, id: string, money: Money): Promise<void> {
  const [earning] = await selectEarning(em, id)
  if (!earning) return
  const { customer_id, currency_code, earned, kept } = earning
  const kept_points = keptPoints(earned, money)
  const amount = kept_points - kept
  if (amount === 0) return
  await em.nativeUpdate(loyalOrder(), { id }, { kept_points })
  await points.add(em, { customer_id, currency_code, amount, order_id: id, note: 'Refund' })
}

const selectEarning = statement<{ customer_id: string; currency_code: string; earned: number; kept: number }>(`
  select c.customer_id, o.currency_code, o.earned_points as earned, o.kept_points as kept
  from "order" o join cart c on c.id = o.cart_id where o.id = $1 and o.earned_points > 0`)

/** The money of the order in minor units, without points and the payments of swaps. */
const selectMoney = statement<Money>(`
  select coalesce(sum(p.amount), 0)::float8 as paid, coalesce(sum(p.amount_refunded), 0)::float8 as refunded
  from payment p left join balance_account a on a.id = p.balance_account_id
  where p.order_id = $1 and p.canceled_at is null and p.swap_id is null and a.kind is distinct from $2`)
