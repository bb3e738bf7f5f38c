import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { OpenBusiness } from '#entities/refusal-reasons.ts'
import type { CustomerRows } from './customer-rows.ts'

const SHOWN_PARTS = 5

/** @throws NotAllowed if the shop still needs personal data to fulfill an obligation. */
export async function assertErasable(em: EntityManager, rows: CustomerRows): Promise<void> {
  const parts = await selectOpenBusiness(em, rows.idsOf('order'), rows.idsOf('cart'), rows.idsOf('customer'))
  if (parts.length === 0) return
  const shown = parts.slice(0, SHOWN_PARTS)
  const more = parts.length - shown.length
  const texts = [
    ...shown.map(({ kind, reference }) => MESSAGES[kind](reference)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
  throw new NotAllowed(`The customer cannot be erased yet: ${texts.join('; ')}`).because({
    name: 'customer_has_open_business',
    parts: shown,
    more,
  })
}

const MESSAGES: Record<OpenBusiness['kind'], (reference: string) => string> = {
  order: (reference) =>
    `order #${reference} is open. Ship it and capture its payments, or cancel, complete or archive it`,
  return: (reference) => `a return of order #${reference} is open. Receive or cancel it`,
  claim: (reference) => `a claim of order #${reference} is open. Ship, refund or cancel it`,
  swap: (reference) => `a swap of order #${reference} is open. Ship or cancel it`,
  edit: (reference) => `an edit of order #${reference} is open. Confirm or cancel it`,
  refund: (reference) => `a refund of order #${reference} is not settled. Try again later`,
  draft_order: (reference) => `draft order #${reference} is open. Pay or delete it`,
  payment: (reference) => `the provider has not answered about payment ${reference}. Try again later`,
  cart: (reference) => `the payment of cart ${reference} is not settled. Try again later`,
  balance: (reference) => `the balance ${reference} is not 0. Pay it out, and deduct it`,
  notice: () => 'a message of the payment provider is not processed. Try again later',
}

const ofOrder = `join "order" o on o.id = it.order_id where o.id = any($1::text[])`

const selectOpenBusiness = statement<OpenBusiness>(`
  select 'order' as kind, display_id::text as reference
  from "order"
  where id = any($1::text[]) and status not in ('canceled', 'completed', 'archived')
    and (fulfillment_status not in ('shipped', 'partially_returned', 'returned')
      or payment_status not in ('captured', 'partially_refunded', 'refunded'))
  union all
  select 'return', o.display_id::text
  from return it left join claim_order c on c.id = it.claim_order_id left join swap s on s.id = it.swap_id
  join "order" o on o.id = coalesce(it.order_id, c.order_id, s.order_id)
  where o.id = any($1::text[]) and it.status in ('requested', 'requires_action') and o.status <> 'canceled'
  union all
  select 'claim', o.display_id::text
  from claim_order it ${ofOrder} and it.canceled_at is null and it.deleted_at is null
    and (it.payment_status = 'not_refunded' or it.type = 'replace' and it.fulfillment_status <> 'shipped')
  union all
  select 'swap', o.display_id::text
  from swap it ${ofOrder} and it.canceled_at is null and it.deleted_at is null and it.fulfillment_status <> 'shipped'
  union all
  select 'edit', o.display_id::text
  from order_edit it ${ofOrder} and it.status in ('created', 'requested')
  union all
  select 'refund', o.display_id::text
  from refund it ${ofOrder} and it.status = 'pending'
  union all
  select 'draft_order', display_id::text
  from draft_order where cart_id = any($2::text[]) and status = 'open'
  union all
  select 'payment', id
  from payment where (order_id = any($1::text[]) or cart_id = any($2::text[])) and capture_asked_at is not null
  union all
  select 'cart', cart_id
  from payment_attempt
  where cart_id = any($2::text[]) and status in ('started', 'pending', 'requires_more', 'authorized', 'canceling')
  union all
  select 'balance', concat_ws(' ', a.kind, upper(a.currency_code))
  from balance_account a where a.customer_id = any($3::text[]) and a.currency_code is not null
    and (select sum(amount) from balance_entry where account_id = a.id) <> 0
  union all
  select 'notice', ''
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'process_payment_notice' and j.attempts < j.max_attempts
    and j.payload -> 'notice' ->> 'cart_id' = any($2::text[])`)
