import { type BoundStatement, statement } from '#database/statement.ts'
import { changedBudgetsSql, SPENDING_SQL, type Spending, UPDATE_BUDGETS_SQL } from './spend-budgets.ts'

/**
 * Run these last: many orders share the locked discounts. Without the lock in one order, the update could deadlock, also with a lock in
 * the same statement. A constraint rejects the order if the usage limit was lowered in the meantime. `spending` is of discounts without a
 * budget at the beginning of the order: `setBudgets` locks them, so the order is in its sum or spends the new budget.
 */
export const countUsesStatements = (ids: readonly string[], spending: Spending): BoundStatement<object>[] => [
  lockDiscounts.with(ids),
  countUses.with(...spending, ids),
]

/** The uses of a discount `p` and of its dynamic codes. */
export const USES_WITH_CODES_SQL = `p.usage_count + coalesce(
  (select sum(usage_count)::int from discount where parent_discount_id = p.id and p.usage_limit is not null), 0)`

/** A completion locks the limited discounts before it takes the payment, so each lock of several discounts begins with them. */
export const LOCK_ORDER_SQL = 'usage_limit is null, id'

const lockDiscounts = statement<object, [ids: readonly string[]]>(
  `select from discount where id = any($1::text[]) order by ${LOCK_ORDER_SQL} for no key update`,
)

const countUses = statement<object, [...Spending, ids: readonly string[]]>(`
  with ${changedBudgetsSql(SPENDING_SQL)}, spent as (${UPDATE_BUDGETS_SQL})
  update discount set usage_count = usage_count + 1 where id = any($4::text[])`)

/** The caller has locked the order and calls this once for it. Run it last, as `countUsesStatements`. */
export const returnUses = statement<object, [order_id: string]>(`
  with used as (
    select id from discount
    where usage_count > 0 and id = any(array(select discount_id from order_discounts where order_id = $1))
    order by ${LOCK_ORDER_SQL} for no key update)
  update discount d set usage_count = usage_count - 1 from used where used.id = d.id`)
