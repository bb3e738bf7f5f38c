import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-row.ts'
import { jsonListSql } from '#database/json-sql.ts'
import { statement } from '#database/statement.ts'
import type { Metadata } from '#entities/base.ts'
import { type DiscountedLine, lineTotals } from '#entities/cart/pricing/line-totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import { IS_COUNTED_FOR_ORDER_SQL } from './payment-filters.ts'
import type { ReturnedQuantity } from './refund-amounts.ts'

/** A line of an order, or of one of its claims or swaps, with its price and what became of its pieces. */
export interface ReturnableLine extends DiscountedLine {
  id: string
  title: string
  description: string | null
  thumbnail: string | null
  allow_discounts: boolean
  metadata: Metadata | null
  tax_lines: TaxLine[]
  adjustments: { amount: number; discount_id: string | null }[]
  /** What the whole line cost, with discount and tax, and how many pieces it has. */
  whole: ReturnedQuantity['line']
  variant_id: string | null
  fulfilled_quantity: number | null
  shipped_quantity: number | null
  returned_quantity: number | null
  /** Whether its pieces are codes, of which nobody can give back what was spent. */
  is_giftcard: boolean
  /** Whether the claim or swap that it belongs to was canceled. */
  is_canceled: boolean
  /** Its pieces that were claimed or come back, and what was given back for them; canceled claims and returns do not count. */
  before: { pieces: number; refunded: number }
}

/** Those of the lines that belong to an order, which is locked, or to its claims and swaps. One statement. */
export async function readReturnableLines(
  em: EntityManager,
  order_id: string,
  ids: readonly string[],
): Promise<Map<string, ReturnableLine>> {
  const found = await readSentLines(em, order_id, [...ids])
  const lines = found.map(({ line }) => fromJson<Omit<ReturnableLine, 'whole'>>(line))
  return new Map(
    lines.map((line) => [line.id, { ...line, whole: { total: lineTotals(line).total, quantity: line.quantity } }]),
  )
}

/** What was paid for an order in money and was not given back yet, in minor units. */
export async function readRefundableAmount(em: EntityManager, order_id: string): Promise<number> {
  return (await readOrderBalance(em, order_id)).left
}

export interface OrderBalance {
  /** What was paid in money, captured or (but for a swap) not, and was not given back yet, in minor units. */
  left: number
  /** Whether none of it is still to be captured. */
  is_captured: boolean
}

export async function readOrderBalance(em: EntityManager, order_id: string): Promise<OrderBalance> {
  const [found] = await readMoney(em, order_id)
  return found as OrderBalance
}

/**
 * The query for the pieces of the order `$1` that were claimed or come back, with what was given back for them, in money or
 * by a swap. Canceled claims and returns do not count; the return of a claim counts only what comes back beyond the claim.
 */
export const RETURNED_QUANTITIES_SQL = `
  select ci.item_id, ci.quantity, ci.refund_amount
  from claim_item ci join claim_order c on c.id = ci.claim_order_id
  where c.order_id = $1 and c.canceled_at is null and c.deleted_at is null and ci.deleted_at is null
  union all
  select ri.item_id, greatest(0, ri.quantity - coalesce(
      (select sum(ci.quantity)::int from claim_item ci
        where ci.claim_order_id = r.claim_order_id and ci.item_id = ri.item_id and ci.deleted_at is null), 0)),
    ri.refund_amount
  from return_item ri join return r on r.id = ri.return_id
  where r.order_id = $1 and r.status <> 'canceled'
  union all
  select ri.item_id, ri.quantity, ri.refund_amount
  from swap s join return r on r.swap_id = s.id join return_item ri on ri.return_id = r.id
  where s.order_id = $1 and r.status <> 'canceled'`

const readSentLines = statement<{ line: unknown }>(`
  with back as (${RETURNED_QUANTITIES_SQL})
  select to_json(shown) as line from (
    select li.id, li.variant_id, li.title, li.description, li.thumbnail, li.allow_discounts, li.is_giftcard, li.metadata,
      li.unit_price, li.quantity, li.includes_tax, li.fulfilled_quantity, li.shipped_quantity, li.returned_quantity,
      c.canceled_at is not null or s.canceled_at is not null as is_canceled,
      (select json_build_object('pieces', coalesce(sum(quantity), 0), 'refunded', coalesce(sum(refund_amount), 0))
        from back where item_id = li.id) as before,
      ${jsonListSql('select rate, name, code from line_item_tax_line where item_id = li.id order by id')} as tax_lines,
      ${jsonListSql('select amount, discount_id from line_item_adjustment where item_id = li.id order by id')} as adjustments
    from line_item li
      left join claim_order c on c.id = li.claim_order_id
      left join swap s on s.id = li.swap_id
    where li.id = any($2::text[]) and $1 in (li.order_id, c.order_id, s.order_id)
  ) shown`)

const readMoney = statement<OrderBalance>(`
  select (coalesce(sum(amount), 0)
      - coalesce((select sum(amount) from refund where order_id = $1 and status <> 'failed'), 0))::float8 as left,
    coalesce(bool_and(captured_at is not null), true) as is_captured
  from payment where order_id = $1 and canceled_at is null and ${IS_COUNTED_FOR_ORDER_SQL}`)
