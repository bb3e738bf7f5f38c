import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { CustomerRows } from './customer-rows.ts'

const SHOWN_REASONS = 5

/** @throws NotAllowed if the shop still needs personal data to fulfill an obligation. */
export async function assertErasable(em: EntityManager, rows: CustomerRows): Promise<void> {
  const reasons = await selectReasons(em, rows.idsOf('order'), rows.idsOf('cart'))
  if (reasons.length === 0) return
  const shown = reasons.slice(0, SHOWN_REASONS).map(({ reason }) => reason)
  const more = reasons.length > SHOWN_REASONS ? [`and ${reasons.length - SHOWN_REASONS} more`] : []
  throw new NotAllowed(`The customer cannot be erased yet: ${[...shown, ...more].join('; ')}`)
}

const ofOrder = `join "order" o on o.id = it.order_id where o.id = any($1::text[])`

const selectReasons = statement<{ reason: string }>(`
  select 'order #' || display_id || ' is open. Ship it and capture its payments, or cancel, complete or archive it' as reason
  from "order"
  where id = any($1::text[]) and status not in ('canceled', 'completed', 'archived')
    and (fulfillment_status not in ('shipped', 'partially_returned', 'returned')
      or payment_status not in ('captured', 'partially_refunded', 'refunded'))
  union all
  select 'a return of order #' || o.display_id || ' is open. Receive or cancel it'
  from return it left join claim_order c on c.id = it.claim_order_id left join swap s on s.id = it.swap_id
  join "order" o on o.id = coalesce(it.order_id, c.order_id, s.order_id)
  where o.id = any($1::text[]) and it.status in ('requested', 'requires_action') and o.status <> 'canceled'
  union all
  select 'a claim of order #' || o.display_id || ' is open. Ship, refund or cancel it'
  from claim_order it ${ofOrder} and it.canceled_at is null and it.deleted_at is null
    and (it.payment_status = 'not_refunded' or it.type = 'replace' and it.fulfillment_status <> 'shipped')
  union all
  select 'a swap of order #' || o.display_id || ' is open. Ship or cancel it'
  from swap it ${ofOrder} and it.canceled_at is null and it.deleted_at is null and it.fulfillment_status <> 'shipped'
  union all
  select 'an edit of order #' || o.display_id || ' is open. Confirm or cancel it'
  from order_edit it ${ofOrder} and it.status in ('created', 'requested')
  union all
  select 'a refund of order #' || o.display_id || ' is not settled. Try again later'
  from refund it ${ofOrder} and it.status = 'pending'
  union all
  select 'draft order #' || display_id || ' is open. Pay or delete it'
  from draft_order where cart_id = any($2::text[]) and status = 'open'
  union all
  select 'the provider has not answered about payment ' || id || '. Try again later'
  from payment where (order_id = any($1::text[]) or cart_id = any($2::text[])) and capture_asked_at is not null
  union all
  select 'the payment of cart ' || cart_id || ' is not settled. Try again later'
  from payment_attempt
  where cart_id = any($2::text[]) and status in ('started', 'pending', 'requires_more', 'authorized', 'canceling')
  union all
  select 'a message of the payment provider is not processed. Try again later'
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'process_payment_notice' and j.attempts < j.max_attempts
    and j.payload -> 'notice' ->> 'cart_id' = any($2::text[])`)
