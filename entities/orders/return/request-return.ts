import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sum } from '#entities/values/money.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { allocateRefund, computeReturnRefunds } from '../order/refund-amounts.ts'
import { readReturnableQuantities } from '../order/returnable-quantities.ts'
import { type OrderBalance, readOrderBalance } from '../order/returned-quantities.ts'
import type { ReturnMethodInput } from './create-return-shipment.ts'
import { arrangeReturnShipping, type ItemsToReturn, requestReturnItems } from './request-return-items.ts'
import { Return } from './return.ts'
import { refuseCategories } from './return-reasons.ts'
import { type ReturnedLine, readReturnedLines } from './returned-lines.ts'

export interface NewReturn {
  order_id: string
  items: ItemsToReturn
  return_shipping?: ReturnMethodInput | null | undefined
  /** Minor units to give back when the pieces are there; less than 0 counts as 0. What they cost, less the shipping, where it is not given. */
  refund?: number | null | undefined
  note?: string | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

/**
 * Has pieces of an order come back. The refund is promised here and made when they are received.
 * @throws NotFound or InvalidData for what is not there. NotAllowed for an order of which nothing was sent or paid, for
 * more pieces than were sent and are still out, for a refund of more than is left of what was paid, and for a way back
 * that its customer may not choose.
 */
export async function requestReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, items, return_shipping: shipping, ...wanted }: NewReturn,
): Promise<Return> {
  const order = await lockOrder(em, order_id)
  const money = await readOrderBalance(em, order_id)
  await refuseUnsent(em, order, money)
  await refuseCategories(em, items)
  const lines = await readReturnedLines(em, order, items)
  const no_notification = wanted.no_notification ?? order.no_notification ?? null
  const back = em.create(Return, {
    order_id,
    refund_amount: 0,
    no_notification,
    location_id: wanted.location_id ?? null,
    metadata: wanted.note ? { note: wanted.note } : null,
  })
  const way = await arrangeReturnShipping(em, providers, { back, order, items, lines, shipping })
  const refunds = refundsOf(lines, { wanted, shipping_total: way?.total ?? 0, refundable: money.left })
  back.refund_amount = sum(refunds)
  requestReturnItems(em, back, { items, lines, refunds })
  await announce(em, 'order.return_requested', { id: order_id, return_id: back.id, no_notification })
  return back
}

async function refuseUnsent(em: EntityManager, order: Order, { is_captured }: OrderBalance): Promise<void> {
  const { id, canceled_at, fulfillment_status, payment_status } = order
  if (canceled_at) throw new InvalidData('Cannot create a return for a canceled item.')
  if (UNSENT.includes(fulfillment_status) && !(await hasPiecesOut(em, id)))
    throw new NotAllowed("Can't return an unfulfilled or already returned order")
  if (UNPAID.includes(payment_status) || !is_captured)
    throw new NotAllowed("Can't return an order with payment unprocessed")
}

const UNSENT: readonly string[] = ['not_fulfilled', 'returned', 'canceled']
const UNPAID: readonly string[] = ['not_paid', 'awaiting', 'canceled']

/** Of an order that came back, what its claims and swaps sent for it may still be out. */
async function hasPiecesOut(em: EntityManager, id: string): Promise<boolean> {
  const pieces = await readReturnableQuantities(em, id)
  return Array.from(pieces.values()).some((quantity) => quantity > 0)
}

interface Asked {
  wanted: Pick<NewReturn, 'refund'>
  shipping_total: number
  refundable: number
}

/** The part of the refund that is for each line. */
function refundsOf(lines: readonly ReturnedLine[], { wanted, shipping_total, refundable }: Asked): number[] {
  const backs = lines.map(({ back }) => back)
  if (wanted.refund == null) return computeReturnRefunds(backs, { refundable, shipping_total })
  if (wanted.refund > refundable) throw new NotAllowed('Cannot refund more than the original payment')
  return allocateRefund(Math.max(0, wanted.refund), backs)
}
