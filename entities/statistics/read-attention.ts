import { statement } from '#database/statement.ts'

/** Counts end here, so that a read costs the same in a large shop. */
export const MAX_COUNT = 1000

export const REASONS = [
  'to_fulfill',
  'to_capture',
  'to_collect',
  'to_refund',
  'to_ship',
  'payment_action',
  'fulfillment_action',
  'returns_requested',
] as const

export interface Attention {
  reason: (typeof REASONS)[number]
  /** At most 1000. */
  count: number
  /** The oldest orders. */
  orders: { id: string; display_id: number; created_at: string; currency_code: string }[]
}

const selectOrders = (reason: Attention['reason'], from: string) => `(
    select '${reason}' as reason, o.id, o.display_id, o.created_at, o.currency_code from ${from}
    order by o.created_at limit ${MAX_COUNT})`

/**
 * Paid orders to fulfill, payments to capture, amounts that a customer or the shop owes, also for an exchange, fulfillments to ship, failed captures
 * and refunds, failed fulfillments, and returns that have not arrived. The archive ends the work on an order and writes off
 * the debt of its customer. It hides neither a debt of the shop nor a failed payment.
 */
export const readAttention = statement<Attention>(`
  with found as (
    ${[
      selectOrders(
        'to_fulfill',
        `"order" o where o.status = 'pending' and o.payment_status in ('captured', 'partially_refunded')
          and o.fulfillment_status in ('not_fulfilled', 'partially_fulfilled')`,
      ),
      selectOrders(
        'to_capture',
        `"order" o where o.status = 'pending' and o.payment_status = 'awaiting' and (o.difference_due <= 0 or exists (
          select from payment where order_id = o.id and captured_at is null and canceled_at is null))`,
      ),
      selectOrders('to_collect', `"order" o where o.difference_due > 0 and o.status not in ('archived', 'canceled')`),
      selectOrders(
        'to_refund',
        `(
          select id from "order" where difference_due < 0
          union select order_id from swap s where difference_due < 0 and canceled_at is null
            and payment_status in ('awaiting', 'requires_action')
            and not exists (select from refund where swap_id = s.id and status = 'pending')
        ) owed join "order" o on o.id = owed.id where o.status <> 'canceled'`,
      ),
      selectOrders(
        'to_ship',
        `"order" o where o.status = 'pending' and o.fulfillment_status in ('fulfilled', 'partially_shipped')`,
      ),
      selectOrders('payment_action', `"order" o where o.payment_status = 'requires_action'`),
      selectOrders(
        'fulfillment_action',
        `"order" o where o.fulfillment_status = 'requires_action' and o.status <> 'archived'`,
      ),
      selectOrders('returns_requested', `return r join "order" o on o.id = r.order_id where r.status = 'requested'`),
    ].join(' union all ')}
  )
  select reason, count(*)::int as count, (
    select coalesce(json_agg(o order by o.created_at), '[]') from (
      select id, display_id, created_at, currency_code from found f where f.reason = found.reason
      order by created_at limit 10) o) as orders
  from found group by reason`)
