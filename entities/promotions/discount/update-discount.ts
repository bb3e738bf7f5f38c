import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertValidPeriod } from '#entities/values/period.ts'
import { assertBoughtKnown } from './assert-bought-known.ts'
import { type ConditionChange, upsertConditions } from './change-conditions.ts'
import { type Discount, normalizeDiscountCode } from './discount.ts'
import { assertCurrencies, assertHasRegion, setRegions } from './discount-regions.ts'
import type { DiscountRule } from './discount-rule.ts'
import { findDiscount, lockDiscount, lockRule } from './find-discount.ts'
import { type NewBudget, setBudgets } from './set-budgets.ts'

type Attributes = 'is_disabled' | 'starts_at' | 'ends_at' | 'valid_duration' | 'usage_limit' | 'metadata'

export interface DiscountChanges extends Changes<Pick<Discount, Attributes>> {
  code?: string | undefined
  rule?: RuleChanges | null | undefined
  regions?: readonly string[] | null | undefined
}

type Terms =
  | 'description'
  | 'value'
  | 'allocation'
  | 'limit_per_customer'
  | 'minimum_amount'
  | 'minimum_quantity'
  | 'is_combinable'
  | 'priority'
  | 'tiers'
  | 'buy_get'

interface RuleChanges extends Changes<Pick<DiscountRule, Terms>> {
  id: string
  budgets?: readonly NewBudget[] | null | undefined
  conditions?: readonly ConditionChange[] | null | undefined
}

export async function updateDiscount(
  em: EntityManager,
  id: string,
  { code, rule, regions, ...attributes }: DiscountChanges,
): Promise<void> {
  // Completions lock the rules with budgets before the discounts.
  if (rule) await lockRule(em, await findDiscount(em, id))
  const discount = await lockDiscount(em, id)
  if (code !== undefined) discount.code = normalizeDiscountCode(code)
  applyChanges<Row<Discount>>(discount, attributes)
  assertValidPeriod(discount)
  if (attributes.valid_duration) discount.normalizeDuration()
  discount.assertUsageLimit()
  if (regions) await setRegions(em, discount, regions)
  else if (attributes.is_disabled === false) await assertHasRegion(em, discount)
  if (rule) await updateRule(em, discount, rule)
}

async function updateRule(
  em: EntityManager,
  discount: Row<Discount>,
  { id, conditions, budgets, ...terms }: RuleChanges,
): Promise<void> {
  if (id !== discount.rule_id)
    throw new InvalidData(`Rule with id ${id} does not belong to Discount with id ${discount.id}`).because({
      name: 'entry_missing',
    })
  const rule = await lockRule(em, discount)
  const { buy_get: stored } = rule
  applyChanges<Row<DiscountRule>>(rule, terms)
  if ((stored !== null) !== (rule.buy_get !== null))
    throw new InvalidData('A discount stays buy X, get Y, or never is. Create another discount.')
      .about('rule.buy_get')
      .because({ name: 'buy_get_fixed' })
  rule.assertValue()
  rule.assertTiers()
  rule.assertBuyGet()
  if (terms.buy_get) await assertBoughtKnown(em, rule.buy_get, stored)
  if (budgets !== undefined) await setBudgets(em, rule, budgets)
  await assertCurrencies(em, rule, discount)
  if (conditions) await upsertConditions(em, discount, conditions)
}
