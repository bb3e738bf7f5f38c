import { IS_COUNTED_FOR_ORDER_SQL } from '#entities/orders/order/payment-filters.ts'
import type { Invariant } from './invariant.ts'

const LINE_PROGRESS = `
  select order_id,
    bool_or(coalesce(returned_quantity, 0) > 0) as returned, bool_and(coalesce(returned_quantity, 0) >= quantity) as all_returned,
    bool_or(coalesce(shipped_quantity, 0) > 0) as shipped, bool_and(coalesce(shipped_quantity, 0) >= quantity) as all_shipped,
    bool_or(coalesce(fulfilled_quantity, 0) > 0) as packed, bool_and(coalesce(fulfilled_quantity, 0) >= quantity) as all_packed
  from line_item where order_id is not null group by order_id`

const FULFILLMENT_STATUSES = `
  case when returned then array[case when all_returned then 'returned' else 'partially_returned' end]
    when shipped then array[case when all_shipped then 'shipped' else 'partially_shipped' end]
    when packed then array[case when all_packed then 'fulfilled' else 'partially_fulfilled' end]
    else array['not_fulfilled', 'canceled'] end`

const PAID_AMOUNTS = `
  select order_id, count(*) filter (where canceled_at is null) as live,
    bool_or(captured_at is null) filter (where canceled_at is null) as is_awaited,
    sum(amount) filter (where canceled_at is null) as amount, sum(amount_refunded) filter (where canceled_at is null) as refunded
  from payment where order_id is not null and ${IS_COUNTED_FOR_ORDER_SQL} group by order_id`

const PAYMENT_STATUSES = `
  case when live is null then array['awaiting', 'captured']
    when live = 0 then array['canceled']
    when is_awaited or difference_due > 0 then array['awaiting']
    when refunded = 0 then array['captured']
    when refunded < amount then array['partially_refunded'] else array['refunded'] end`

export const STATUS_INVARIANTS: Record<string, Invariant> = {
  'fulfillment-status': {
    violation: 'The fulfillment status of an order contradicts the quantities of its lines',
    sql: `select o.id from "order" o join (${LINE_PROGRESS}) progress on progress.order_id = o.id
      where canceled_at is null and fulfillment_status <> 'requires_action' and fulfillment_status <> all (${FULFILLMENT_STATUSES})`,
  },
  'payment-status': {
    violation: 'The payment status of an order contradicts its payments',
    sql: `select o.id from "order" o left join (${PAID_AMOUNTS}) paid on paid.order_id = o.id
      where canceled_at is null and 'requires_action' not in (status, payment_status) and payment_status <> all (${PAYMENT_STATUSES})`,
  },
  'canceled-status': {
    violation: 'The status of an order contradicts its cancellation time',
    sql: `select id from "order" where (canceled_at is not null) <> (status = 'canceled')
      and not (canceled_at is not null and status = 'requires_action')`,
  },
}
