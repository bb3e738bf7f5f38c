import { statement } from '#database/statement.ts'

/** Selects these discounts, and those with these rules or conditions, also if they are deleted. */
export const findChangedDiscounts = statement<
  { id: string },
  [discountIds: readonly string[], ruleIds: readonly string[], conditionIds: readonly string[]]
>(`
  select id from discount where id = any($1::text[]) or rule_id = any($2::text[])
    or rule_id in (select discount_rule_id from discount_condition where id = any($3::text[]))`)
