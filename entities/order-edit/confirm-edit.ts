import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '../cart/line-item.ts'
import { NotAllowed } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { advanceOrder } from '../order/advance-order.ts'
import type { Order } from '../order/order.ts'
import { fulfillmentStatusOf } from '../order/transitions.ts'
import { handOver } from '../payment-collection/take-payments.ts'
import { giveBackStock, lockStock, takeStock } from '../product/take-stock.ts'
import { statement } from '../statement.ts'
import { advanceEdit } from './advance-edit.ts'
import { packed } from './change-edit.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { DIFFERENCE, outOfStock, totalsToAgree } from './settle-edit.ts'
import { takePlaces } from './take-places.ts'

export interface Confirming {
  id: string
  /** A user or a customer; null where nobody is logged in. */
  by: string | null
}

/**
 * Makes an edit the order, once however often it is called: its lines take the place of those of the order, and stock is
 * taken, or given back, for the difference. What was paid for it becomes payments of the order; what was not stays to be paid.
 * @throws NotFound. NotAllowed where the edit or the order is over, where pieces that it changes were packed meanwhile, and
 * where the stock does not cover it. As `totalsToAgree`.
 */
export async function confirmEdit(em: EntityManager, { id, by }: Confirming): Promise<void> {
  const locked = await lockEdit(em, id)
  if (locked.edit.status !== 'confirmed') await confirm(em, locked, by)
}

/** The same for an edit that is locked and open. */
export async function confirm(em: EntityManager, { edit, order }: LockedEdit, by: string | null): Promise<void> {
  advanceEdit(edit, 'confirmed', by)
  if (order.status === 'canceled') throw new NotAllowed('A canceled order cannot be edited')
  await totalsToAgree(em, edit)
  await refusePacked(em, edit)
  await moveStock(em, edit)
  await em.flush()
  await takePlaces(em, edit)
  await follow(em, order)
  if (edit.payment_collection_id) await handOver(em, edit.payment_collection_id, order)
  await announce(em, 'order-edit.confirmed', { id: edit.id })
}

async function refusePacked(em: EntityManager, { id, order_id }: OrderEdit): Promise<void> {
  const [line] = await packedAndChanged(em, id, order_id)
  if (line) throw packed(line.id)
}

async function moveStock(em: EntityManager, { id, order_id }: OrderEdit): Promise<void> {
  const moved = await piecesToMove(em, id, order_id)
  const wanted = moved.map((line) => ({ ...line, quantity: Math.max(0, line.quantity) }))
  const short = new Set(await lockStock(em, wanted))
  const [first] = moved.filter(({ variant_id, quantity }) => quantity > 0 && short.has(variant_id))
  if (first) throw outOfStock(first.variant_id)
  await takeStock(
    em,
    wanted.filter(({ quantity }) => quantity > 0),
  )
  const given = moved.filter(({ quantity }) => quantity < 0)
  await giveBackStock(
    em,
    given.map((line) => ({ ...line, quantity: -line.quantity })),
  )
}

/** The order is as far as its pieces are, unless somebody has to look after it. */
async function follow(em: EntityManager, order: Order): Promise<void> {
  if (order.fulfillment_status === 'requires_action') return
  const lines = await em.find(LineItem, { order_id: order.id }, { disableIdentityMap: true })
  advanceOrder(order, { fulfillment_status: fulfillmentStatusOf(lines, order.fulfillment_status) })
}

/** Of a piece that comes back or is claimed the line is packed. */
const packedAndChanged = statement<{ id: string }>(`
  select li.id from line_item li left join line_item own on own.order_edit_id = $1 and own.original_item_id = li.id
  where li.order_id = $2 and li.fulfilled_quantity > 0 and own.quantity is distinct from li.quantity
  order by li.created_at, li.id limit 1`)

const piecesToMove = statement<{ variant_id: string; quantity: number }>(
  `select * from (${DIFFERENCE}) difference where quantity <> 0 order by variant_id`,
)
