import { statement } from '#database/statement.ts'

/** The CTE `changed`: the budgets whose spent part changes by the amounts of `change` in their currency. Locks their rules. */
export const changedBudgetsSql = (change: string): string => `
    change as (${change}),
    locked as (
      select id, budgets from discount_rule
      where budgets is not null and id in (select rule_id from change) order by id for no key update),
    changed as (
      select l.id, jsonb_agg(b || jsonb_build_object('spent', (b ->> 'spent')::bigint + coalesce(c.given, 0)) order by n) as budgets
      from locked l cross join jsonb_array_elements(l.budgets) with ordinality as entries (b, n)
        left join change c on c.rule_id = l.id and c.currency_code = b ->> 'currency_code'
      group by l.id)`

export const UPDATE_BUDGETS_SQL =
  'update discount_rule r set budgets = changed.budgets from changed where changed.id = r.id'

const changeBudgets = (change: string) => `with ${changedBudgetsSql(change)} ${UPDATE_BUDGETS_SQL}`

/** `given` are the discounts of an order by rule. */
export type Spending = [currency_code: string, rule_ids: readonly string[], given: readonly number[]]

export const SPENDING_SQL = `
  select rule_id, $1::text as currency_code, given from unnest($2::text[], $3::bigint[]) as spent (rule_id, given)`

/** The caller has locked the rules. Run it before `countUsesStatements`. */
export const spendBudgets = statement<object, Spending>(changeBudgets(SPENDING_SQL))

/** The caller has locked the order and calls this once for it, before `returnUses`. */
export const returnBudgets = statement<object, [order_id: string]>(
  changeBudgets(`
    select d.rule_id, o.currency_code, -sum(a.given) as given
    from agreed_discount a join "order" o on o.id = a.order_id join discount d on d.id = a.discount_id
    where a.order_id = $1 and a.given is not null group by d.rule_id, o.currency_code`),
)
