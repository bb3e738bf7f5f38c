import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { LOCK_ORDER_SQL } from './count-uses.ts'
import type { DiscountRule } from './discount-rule.ts'

export type NewBudget = { currency_code: string; amount: number }

/**
 * The rule must be locked, or be new. A budget counts the orders from before, too.
 * @throws InvalidData for two budgets in one currency.
 */
export async function setBudgets(
  em: EntityManager,
  rule: Row<DiscountRule>,
  budgets: readonly NewBudget[] | null,
): Promise<void> {
  const entries = (budgets ?? []).map((budget) => ({ ...budget, currency_code: budget.currency_code.toLowerCase() }))
  const codes = entries.map(({ currency_code }) => currency_code)
  if (new Set(codes).size < codes.length)
    throw new InvalidData('A discount has one budget for each currency')
      .about('rule.budgets')
      .because({ name: 'budget_repeated' })
  if (rule.budgets === null) await lockDiscountsOf(em, rule.id)
  const spent = entries.length > 0 ? await selectSpent(em, rule.id, codes) : []
  const spentIn = new Map(spent.map((one) => [one.currency_code, Number(one.spent)]))
  rule.budgets =
    entries.length === 0
      ? null
      : entries.map((budget) => ({ ...budget, spent: spentIn.get(budget.currency_code) ?? 0 }))
}

const lockDiscountsOf = statement(
  `select from discount where rule_id = $1 order by ${LOCK_ORDER_SQL} for no key update`,
)

const selectSpent = statement<{ currency_code: string; spent: number }, [rule_id: string, codes: readonly string[]]>(`
  select o.currency_code, sum(a.given)::float8 as spent
  from discount d join agreed_discount a on a.discount_id = d.id join "order" o on o.id = a.order_id
  where d.rule_id = $1 and o.currency_code = any($2::text[]) and o.status <> 'canceled'
  group by o.currency_code`)
