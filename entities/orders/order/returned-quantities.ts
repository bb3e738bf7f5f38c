import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import type { Columns } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import { shareOf } from '#entities/values/money.ts'
import { IS_COUNTED_FOR_ORDER_SQL } from './payment-filters.ts'
import type { StoredAdjustment } from './read-order.ts'
import type { LinePortion } from './refund-amounts.ts'

type LineColumns = Pick<
  Columns<LineItem>,
  | 'id'
  | 'variant_id'
  | 'title'
  | 'description'
  | 'thumbnail'
  | 'allow_discounts'
  | 'is_giftcard'
  | 'metadata'
  | 'unit_price'
  | 'quantity'
  | 'includes_tax'
  | 'replaced_value'
  | 'fulfilled_quantity'
>

export interface ReturnableLine extends LineColumns {
  tax_lines: TaxLine[]
  adjustments: StoredAdjustment[]
  /** True if the claim or the swap of the line is canceled. */
  is_canceled: boolean
  whole: LinePortion['line']
  before: LinePortion['before']
}

/** The order must be locked. Ignores ids of lines that belong neither to the order nor to its claims and swaps. */
export async function readReturnableLines(
  em: EntityManager,
  order_id: string,
  ids: readonly string[],
): Promise<Map<string, ReturnableLine>> {
  const rows = await selectReturnableLines(em, order_id, [...ids])
  const lines = rows.map(({ line }) => fromJson<StoredLine>(line))
  return new Map(lines.map((line) => [line.id, toReturnableLine(line)]))
}

/** `unvalued` is the quantity of items that an earlier version stored without their value. */
interface StoredLine extends Omit<ReturnableLine, 'whole'> {
  before: LinePortion['before'] & { unvalued: number }
}

function toReturnableLine({ before: { unvalued, ...before }, ...line }: StoredLine): ReturnableLine {
  const whole = { total: line.replaced_value ?? computeLineTotals(line).total, quantity: line.quantity }
  const value = before.value + shareOf(whole.total, unvalued, whole.quantity)
  return { ...line, whole, before: { ...before, value } }
}

export async function readRefundableAmount(em: EntityManager, order_id: string): Promise<number> {
  return (await readOrderBalance(em, order_id)).refundable
}

export interface OrderBalance {
  /** Payments minus refunds, in minor units. A payment of a swap counts after its capture. */
  refundable: number
  is_captured: boolean
  /** Whether the order has payments. */
  is_paid: boolean
}

export async function readOrderBalance(em: EntityManager, order_id: string): Promise<OrderBalance> {
  const [balance] = await selectOrderBalance(em, order_id)
  return balance as OrderBalance
}

/**
 * Selects the claimed and returned quantities of order `$1` with their values and their refunds or swap credits. Excludes
 * canceled claims and returns. The return of a claim counts only the quantity that exceeds the claimed quantity.
 */
export const RETURNED_QUANTITIES_SQL = `
  select ci.item_id, ci.quantity, ci.refund_amount, ci.value
  from claim_item ci join claim_order c on c.id = ci.claim_order_id
  where c.order_id = $1 and c.canceled_at is null and c.deleted_at is null and ci.deleted_at is null
  union all
  select ri.item_id, greatest(0, ri.quantity - coalesce(
      (select sum(ci.quantity)::int from claim_item ci
        where ci.claim_order_id = r.claim_order_id and ci.item_id = ri.item_id and ci.deleted_at is null), 0)),
    ri.refund_amount, ri.value
  from return_item ri join return r on r.id = ri.return_id
  where r.order_id = $1 and r.status <> 'canceled'
  union all
  select ri.item_id, ri.quantity, ri.refund_amount, ri.value
  from swap s join return r on r.swap_id = s.id join return_item ri on ri.return_id = r.id
  where s.order_id = $1 and r.status <> 'canceled'`

const selectReturnableLines = statement<{ line: unknown }>(`
  with back as (${RETURNED_QUANTITIES_SQL})
  select to_json(shown) as line from (
    select li.id, li.variant_id, li.title, li.description, li.thumbnail, li.allow_discounts, li.is_giftcard, li.metadata,
      li.unit_price, li.quantity, li.includes_tax, li.replaced_value, li.fulfilled_quantity,
      c.canceled_at is not null or s.canceled_at is not null as is_canceled,
      (select json_build_object('quantity', coalesce(sum(quantity), 0), 'refunded', coalesce(sum(refund_amount), 0),
          'value', coalesce(sum(value), 0), 'unvalued', coalesce(sum(quantity) filter (where value is null), 0))
        from back where item_id = li.id) as before,
      ${jsonListSql('select rate, name, code from line_item_tax_line where item_id = li.id order by id')} as tax_lines,
      ${jsonListSql('select amount, discount_id, plugin, description from line_item_adjustment where item_id = li.id order by id')} as adjustments
    from line_item li
      left join claim_order c on c.id = li.claim_order_id
      left join swap s on s.id = li.swap_id
    where li.id = any($2::text[]) and $1 in (li.order_id, c.order_id, s.order_id)
  ) shown`)

const selectOrderBalance = statement<OrderBalance>(`
  select (coalesce(sum(amount), 0)
      - coalesce((select sum(amount) from refund where order_id = $1 and status <> 'failed'), 0))::float8 as refundable,
    coalesce(bool_and(captured_at is not null), true) as is_captured, count(*) > 0 as is_paid
  from payment where order_id = $1 and canceled_at is null and ${IS_COUNTED_FOR_ORDER_SQL}`)
