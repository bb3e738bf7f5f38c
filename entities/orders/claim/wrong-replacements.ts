import { jsonListSql } from '#database/json-rows.ts'
import type { RunSql } from '#database/statement.ts'
import { computeLineTotals, type DiscountedLine } from '#entities/cart/pricing/line-totals.ts'
import { sum, sumOfAmounts } from '#entities/values/money.ts'

interface ReplacedClaim {
  id: string
  claimed: readonly ClaimedItem[]
  sent: readonly { amount: number }[]
}

/**
 * `value` is null if an earlier version stored the item. `refunded` is the refund of the units of the line that are not in this
 * claim. Amounts are in minor units.
 */
interface ClaimedItem {
  quantity: number
  value: number | null
  refunded: number
  line: DiscountedLine & { replaced_value: number | null }
}

/** Returns the ids of the claims whose replacements do not have the value of the items that they replace. */
export async function findWrongReplacements(query: RunSql): Promise<string[]> {
  const claims = (await query(REPLACED_CLAIMS_SQL)) as unknown[] as ReplacedClaim[]
  return claims.filter(({ claimed, sent }) => !isBetween(sumOfAmounts(sent), claimed.map(limitsOf))).map(({ id }) => id)
}

interface Limits {
  least: number
  most: number
}

const isBetween = (value: number, limits: readonly Limits[]): boolean =>
  value >= sum(limits.map(({ least }) => least)) && value <= sum(limits.map(({ most }) => most))

/** The shares of the units of a line are rounded so that they add up. A refund above the share of its units lowers the other shares. */
function limitsOf({ quantity, value, refunded, line }: ClaimedItem): Limits {
  if (value !== null) return { least: value, most: value }
  const total = line.replaced_value ?? computeLineTotals(line).total
  const share = (total * quantity) / line.quantity
  return { least: Math.min(Math.floor(share), Math.max(0, total - refunded)), most: Math.ceil(share) }
}

/** The value of a replacement is unknown if an earlier version or another program has stored it. */
const REPLACED_CLAIMS_SQL = `
  select c.id, ${jsonListSql('select replaced_value as amount from line_item where claim_order_id = c.id')} as sent,
    ${jsonListSql(`
      select ci.quantity, ci.value,
        coalesce((select sum(ri.refund_amount) from return_item ri join return r on r.id = ri.return_id
          where ri.item_id = ci.item_id and r.status <> 'canceled'), 0)
        + coalesce((select sum(other.refund_amount) from claim_item other join claim_order o on o.id = other.claim_order_id
          where other.item_id = ci.item_id and o.canceled_at is null), 0) as refunded,
        (select to_json(claimed) from (
          select li.unit_price, li.quantity, li.includes_tax, li.replaced_value,
            ${jsonListSql('select rate from line_item_tax_line where item_id = li.id order by id')} as tax_lines,
            ${jsonListSql('select amount from line_item_adjustment where item_id = li.id order by id')} as adjustments
          from line_item li where li.id = ci.item_id) claimed) as line
      from claim_item ci where ci.claim_order_id = c.id`)} as claimed
  from claim_order c
  where c.type = 'replace' and c.canceled_at is null
    and exists (select from line_item where claim_order_id = c.id)
    and not exists (select from line_item where claim_order_id = c.id and replaced_value is null)`
