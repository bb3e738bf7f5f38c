import { computeReplacementStatus, REPLACEMENT_TRANSITIONS } from '#entities/orders/fulfillment/replacement-progress.ts'
import { computeFulfillmentStatus, computePaymentStatus } from '#entities/orders/order/transitions.ts'
import type { AdminOrder, AnyBody, Claim } from '../../../support/resources.ts'
import type { Query } from '../race.ts'
import type { SharedOrders } from './shared-orders.ts'

type Get = (path: string) => Promise<AnyBody>

export async function auditOrders(query: Query, { ids, stock }: SharedOrders, get: Get): Promise<string[]> {
  const wrong: string[] = []
  for (const id of ids) {
    const { order } = await get(`/admin/orders/${id}`)
    wrong.push(...statusesOf(order), ...refundsOf(order, await query(REFUNDS_OF_LINES, [id])))
  }
  return [...wrong, ...(await auditStock(query, stock))]
}

function statusesOf({ id, items, claims, swaps, payments, ...order }: AdminOrder): string[] {
  const isCanceled = order.status === 'canceled'
  const fulfillment = isCanceled ? 'canceled' : computeFulfillmentStatus(items, order.fulfillment_status)
  const payment = isCanceled ? 'canceled' : computePaymentStatus(payments.map(withDates), order.difference_due)
  // Payments of claims and swaps do not change the payment status of their order.
  const hasClaimedMoney = claims.some((claim) => claim.refund_amount > 0)
  const isSwapped = swaps.some((swap) => swap.confirmed_at)
  const refunded = ['captured', 'partially_refunded', 'refunded']
  const isBehind = refunded.indexOf(order.payment_status) < refunded.indexOf(payment)
  const mayLag = (hasClaimedMoney && isBehind) || isSwapped
  return [
    ...expected(`fulfillment status of ${id}`, order.fulfillment_status, [fulfillment, 'requires_action']),
    ...expected(`payment status of ${id}`, order.payment_status, [payment, ...(mayLag ? refunded : [])]),
    ...claims.flatMap(statusOfClaim),
  ]
}

const withDates = ({ captured_at, canceled_at, ...payment }: AdminOrder['payments'][number]) => ({
  ...payment,
  captured_at: captured_at ? new Date(captured_at) : null,
  canceled_at: canceled_at ? new Date(canceled_at) : null,
})

function statusOfClaim({ id, additional_items, fulfillments, ...claim }: Claim): string[] {
  const packed = claim.canceled_at ? 'canceled' : computeReplacementStatus(additional_items)
  const status = fulfillments.length > 0 || claim.canceled_at ? packed : 'not_fulfilled'
  return [
    ...expected(`status of ${id}`, claim.fulfillment_status, [status]),
    ...expected(`known status of ${id}`, claim.fulfillment_status in REPLACEMENT_TRANSITIONS, [true]),
    ...expected(`payment status of ${id}`, claim.payment_status, [claim.refund_amount > 0 ? 'refunded' : 'na']),
  ]
}

/** No refund of a line may be larger than its price. The replacement of a claim has the value of the claimed item. */
function refundsOf(order: AdminOrder, refunds: Record<string, unknown>[]): string[] {
  const lines = [...order.items, ...order.swaps.flatMap((swap) => swap.additional_items)]
  return lines.flatMap(({ id, total }) => {
    const refunded = Number(refunds.find(({ item_id }) => item_id === id)?.refunded ?? 0)
    return refunded > total ? [`${refunded} refunded for ${id}, which cost ${total}`] : []
  })
}

async function auditStock(query: Query, stock: SharedOrders['stock']): Promise<string[]> {
  const rows = await query(PIECES_GONE, [[...stock.keys()]])
  return rows.flatMap(({ id, left, gone }) =>
    expected(`remaining quantity of ${id}`, left, [(stock.get(id as string) ?? 0) - Number(gone)]),
  )
}

const expected = (what: string, found: unknown, allowed: readonly unknown[]): string[] =>
  allowed.includes(found) ? [] : [`${what}: ${found} instead of ${allowed.join(' or ')}`]

const REFUNDS_OF_LINES = `
  select item_id, sum(refund_amount) as refunded from (
    select ci.item_id, ci.refund_amount from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where c.order_id = $1 and c.canceled_at is null
    union all
    select ri.item_id, ri.refund_amount from return_item ri join return r on r.id = ri.return_id
    where r.order_id = $1 and r.status <> 'canceled'
    union all
    select ri.item_id, ri.refund_amount from swap s join return r on r.swap_id = s.id join return_item ri on ri.return_id = r.id
    where s.order_id = $1 and r.status <> 'canceled') refunds
  group by item_id`

/** Sold or sent as a replacement, and neither canceled nor returned. */
const PIECES_GONE = `
  select v.id, v.inventory_quantity as left, (
    select coalesce(sum(li.quantity - coalesce(li.returned_quantity, 0)), 0)
    from line_item li left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
      left join swap s on s.id = li.swap_id
    where li.variant_id = v.id and (o.id is not null or c.id is not null or s.confirmed_at is not null)
      and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null) as gone
  from product_variant v where v.id = any($1::text[])`
