import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-rows.ts'
import { draftRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { assertBoughtKnown } from '#entities/promotions/discount/assert-bought-known.ts'
import { parseConditionResources } from '#entities/promotions/discount/condition-resources.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import type { NewDiscount } from '#entities/promotions/discount/create-discount.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { validateRegions } from '#entities/promotions/discount/discount-regions.ts'
import { DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'

export interface SimulatedDiscount extends DiscountSnapshot {
  region_ids: readonly string[]
}

/** A discount that is not stored. @throws InvalidData or NotFound as its creation does. */
export async function draftDiscount(
  em: EntityManager,
  { rule: { conditions, budgets, ...terms }, regions, code, usage_limit = null }: NewDiscount,
): Promise<SimulatedDiscount> {
  const rule = draftRow(em, DiscountRule, terms)
  rule.assertValue()
  rule.assertTiers()
  rule.assertBuyGet()
  await assertBoughtKnown(em, rule.buy_get)
  const region_ids = await validateRegions(em, rule, regions)
  const limits = (budgets ?? []).map((budget) => ({
    ...budget,
    currency_code: budget.currency_code.toLowerCase(),
    spent: 0,
  }))
  const discount = draftRow(em, Discount, { code, rule_id: rule.id, usage_limit })
  return {
    ...discount,
    rule: { ...rule, budgets: limits.length > 0 ? limits : null },
    conditions: (conditions ?? []).map(({ operator, ...resources }) => {
      const { type, ids } = parseConditionResources(resources)
      return { type, operator, resource_ids: ids }
    }),
    region_ids,
  }
}

/** A stored discount as if it was not used yet. @throws NotFound */
export async function storedDiscount(em: EntityManager, id: string): Promise<SimulatedDiscount> {
  const [row] = await selectDiscount(em, id)
  if (!row) throw new NotFound(`Discount with id ${id} was not found`)
  const discount = fromJson<SimulatedDiscount>(row.discount, { entity: Discount })
  const budgets = discount.rule.budgets?.map((budget) => ({ ...budget, spent: 0 })) ?? null
  return { ...discount, usage_count: 0, rule: { ...discount.rule, budgets } }
}

const selectDiscount = statement<{ discount: unknown }>(`
  select to_json(shown) as discount from (
    select d.*, r as rule, ${CONDITIONS_SQL} as conditions,
      array(select region_id from discount_regions where discount_id = coalesce(d.parent_discount_id, d.id)) as region_ids
    from discount d join discount_rule r on r.id = d.rule_id where d.id = $1 and d.deleted_at is null) shown`)
