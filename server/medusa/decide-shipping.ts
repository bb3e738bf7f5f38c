import type { Client } from 'pg'
import { type ChangeNote, runRecorded } from './recorded-changes.ts'

/** Fewer orders without shipping, such as tests, do not show that the shop sells without it. */
const SHARE = 0.1

const IDS_OF_NOTE = 5

const WHAT =
  'order: orders of goods without a shipping method, so customers can still complete a cart without shipping (REQUIRE_SHIPPING=true changes this)'

/**
 * Turns off the required shipping if at least a tenth of the orders of goods have no shipping method. Draft orders and
 * canceled orders do not count.
 */
export async function decideShipping(client: Client): Promise<ChangeNote> {
  const { rows } = await client.query<{ id: string; is_shipped: boolean }>(ORDERS_OF_GOODS)
  const unshipped = rows.filter(({ is_shipped }) => !is_shipped).map(({ id }) => id)
  if (unshipped.length === 0 || unshipped.length < rows.length * SHARE) return { what: WHAT, rows: 0, ids: [] }
  await runRecorded(client, { what: WHAT, sql: 'update moving.store set requires_shipping = false' })
  return { what: WHAT, rows: unshipped.length, ids: unshipped.slice(0, IDS_OF_NOTE) }
}

const ORDERS_OF_GOODS = `
  select id, exists (select from moving.shipping_method m where m.order_id = o.id) as is_shipped
  from moving."order" o
  where o.draft_order_id is null and o.status <> 'canceled' and exists (
    select from moving.line_item l where l.order_id = o.id and l.variant_id is not null and not l.is_giftcard)
  order by created_at, id`
