import type { EntityManager } from '@mikro-orm/postgresql'
import {
  Customer,
  insertRow,
  inTransaction,
  lockRow,
  NotAllowed,
  NotFound,
  Order,
  OrderResource,
  readRow,
  statement,
} from 'cartwright'
import { PointsEntry } from './points-entry.ts'

/** Returns the points of a customer, which are negative if the customer has spent points of an order canceled later. */
export async function balanceOf(em: EntityManager, customer_id: string): Promise<number> {
  const [sum] = await selectBalance(em, customer_id)
  return sum?.balance ?? 0
}

/** The units of a line that were returned, without those of claims and with refund claims. A replacement keeps its points. */
const RETURNED = `(coalesce((select sum(i.received_quantity) from return_item i join return r on r.id = i.return_id
      where i.item_id = line.id and r.claim_order_id is null and r.status = 'received'), 0)
    + coalesce((select sum(i.quantity) from claim_item i join claim_order c on c.id = i.claim_order_id
      where i.item_id = line.id and c.type = 'refund' and c.canceled_at is null), 0))`

/**
 * An order spends the adjustments of its lines, and returned units restore their share. An order edit changes the adjustments,
 * and a canceled order spends nothing. The customer of the cart has paid: a transfer gives the order to another customer, and
 * leaves the cart.
 */
const selectBalance = statement<{ balance: number }>(`
  select (coalesce((select sum(points) from points_entry where customer_id = $1), 0) - coalesce((
    select sum(spent.amount - floor(spent.amount * least(1, ${RETURNED} / line.quantity::numeric))) from line_item_adjustment spent
      join line_item line on line.id = spent.item_id join "order" o on o.id = line.order_id
      join cart paid on paid.id = o.cart_id
    where spent.plugin = 'loyalty' and paid.customer_id = $1 and o.status <> 'canceled'), 0))::int as balance`)

const selectAccount = statement<{ customer_id: string }>(
  'select c.id as customer_id from "order" o join cart on cart.id = o.cart_id join customer c on c.id = cart.customer_id where o.id = $1 and c.has_account',
)

/** A guest cannot redeem points, so the order of a guest gives none. */
export async function earnPoints(em: EntityManager, order_id: string, amountPerPoint: number): Promise<void> {
  const [payer] = await selectAccount(em, order_id)
  if (payer) await inTransaction(em, (tx) => addPoints(tx, { ...payer, order_id, amountPerPoint }))
}

/** Has no effect if the order already has points, or is canceled. The events of refunds and cancellations may arrive first. */
async function addPoints(
  em: EntityManager,
  { customer_id, order_id, amountPerPoint }: { customer_id: string; order_id: string; amountPerPoint: number },
): Promise<void> {
  const order = await lockRow(em, Order, { id: order_id })
  if (!order || order.status === 'canceled') return
  if ((await em.count(PointsEntry, { order_id })) > 0) return
  const points = Math.floor(((await readTotals(em, order_id))?.total ?? 0) / amountPerPoint)
  if (points <= 0) return
  insertRow(em, PointsEntry, { customer_id, order_id, kind: 'earned', points })
  await em.flush()
  await followRefunds(em, order_id)
}

const readTotals = (em: EntityManager, id: string) =>
  readRow(em, { fields: 'total,paid_total,refunded_total' }, { resource: OrderResource, where: [{ id }] })

/** Takes points back in proportion to the refunded money. Has no effect if the entries already follow the refunds. */
export async function followRefunds(em: EntityManager, order_id: string): Promise<void> {
  const order = await lockRow(em, Order, { id: order_id })
  const entries = await em.find(PointsEntry, { order_id })
  const earned = entries.find(({ kind }) => kind === 'earned')
  if (!earned || order?.status === 'canceled') return
  const { paid_total: paid = 0, refunded_total: refunded = 0 } = (await readTotals(em, order_id)) ?? {}
  const kept = paid > 0 ? Math.floor((earned.points * Math.max(0, paid - refunded)) / paid) : earned.points
  const points = kept - sumOf(entries)
  if (points !== 0) insertRow(em, PointsEntry, { customer_id: earned.customer_id, order_id, kind: 'refunded', points })
}

/** Has no effect if the points of the order are already reversed. */
export async function reversePoints(em: EntityManager, order_id: string): Promise<void> {
  await lockRow(em, Order, { id: order_id })
  const entries = await em.find(PointsEntry, { order_id })
  const points = sumOf(entries)
  const [entry] = entries
  if (!entry || points === 0) return
  insertRow(em, PointsEntry, { customer_id: entry.customer_id, order_id, kind: 'reversed', points: -points })
}

const sumOf = (entries: readonly PointsEntry[]): number => entries.reduce((sum, { points }) => sum + points, 0)

/** @throws NotFound, or NotAllowed if the balance would be negative. */
export async function adjustPoints(
  em: EntityManager,
  { customer_id, points, reason }: { customer_id: string; points: number; reason: string },
): Promise<void> {
  const customer = await lockRow(em, Customer, { id: customer_id })
  if (!customer) throw new NotFound(`Customer with id: ${customer_id} was not found`)
  const balance = await balanceOf(em, customer_id)
  if (balance + points < 0) throw new NotAllowed(`The customer has only ${balance} points`)
  insertRow(em, PointsEntry, { customer_id, kind: 'adjusted', points, reason })
}
