import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '../statement.ts'

/**
 * How many pieces of each line can still be returned or claimed, by the id of the line: what was fulfilled, less what
 * claims and returns took of it already, unless those were canceled (admin §3.2). Lines of the order, and those that its
 * claims sent.
 */
export async function returnablePieces(em: EntityManager, order_id: string): Promise<Map<string, number>> {
  const lines = await linesOfOrder(em, order_id)
  return new Map(lines.map(({ id, fulfilled, claimed, returned }) => [id, fulfilled - claimed - returned]))
}

/* The return of a claim brings back what the claim counts already. */
const linesOfOrder = statement<{ id: string; fulfilled: number; claimed: number; returned: number }>(`
  select li.id, coalesce(li.fulfilled_quantity, 0) as fulfilled,
    (select coalesce(sum(ci.quantity), 0)::int from claim_item ci join claim_order c on c.id = ci.claim_order_id
      where ci.item_id = li.id and ci.deleted_at is null and c.canceled_at is null) as claimed,
    (select coalesce(sum(coalesce(ri.received_quantity, ri.quantity)), 0)::int
      from return_item ri join return r on r.id = ri.return_id
      where ri.item_id = li.id and r.status <> 'canceled' and r.claim_order_id is null) as returned
  from line_item li
  where li.order_id = $1
    or li.claim_order_id in (select id from claim_order where order_id = $1 and canceled_at is null)
  order by li.created_at, li.id`)
