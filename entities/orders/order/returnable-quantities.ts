import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { RETURNED_QUANTITIES_SQL } from './returned-quantities.ts'

/**
 * Maps line ids to the fulfilled quantity minus the items of claims, returns and swaps. Includes the lines of claims
 * and swaps.
 */
export async function readReturnableQuantities(em: EntityManager, order_id: string): Promise<Map<string, number>> {
  const lines = await selectLines(em, order_id)
  return new Map(lines.map(({ id, returnable }) => [id, returnable]))
}

/**
 * Returns the fulfilled quantity of each line minus the claimed, returned and exchanged quantity. Leaves out gift cards and
 * lines without such a quantity.
 */
export async function listReturnableQuantities(
  em: EntityManager,
  order_id: string,
): Promise<{ item_id: string; quantity: number }[]> {
  const lines = await selectLines(em, order_id)
  return lines
    .filter(({ returnable, is_giftcard }) => returnable > 0 && !is_giftcard)
    .map(({ id, returnable }) => ({ item_id: id, quantity: returnable }))
}

/** Returns the lines with items that can be returned, or that have a requested return that is not yet received. */
export async function readReturnableLineIds(em: EntityManager, order_id: string): Promise<string[]> {
  const lines = await selectLines(em, order_id)
  return lines.filter(({ returnable, is_awaited }) => returnable > 0 || is_awaited).map(({ id }) => id)
}

const selectLines = statement<{ id: string; is_giftcard: boolean; returnable: number; is_awaited: boolean }>(`
  with back as (${RETURNED_QUANTITIES_SQL})
  select li.id, li.is_giftcard, coalesce(li.fulfilled_quantity, 0)
    - (select coalesce(sum(quantity), 0)::int from back where item_id = li.id) as returnable,
    exists(select from return_item ri join return r on r.id = ri.return_id
      where ri.item_id = li.id and r.status in ('requested', 'requires_action')) as is_awaited
  from line_item li
  where li.order_id = $1
    or li.claim_order_id = any(array(select id from claim_order where order_id = $1 and canceled_at is null))
    or li.swap_id = any(array(select id from swap where order_id = $1 and confirmed_at is not null and canceled_at is null))
  order by li.created_at, li.id`)
