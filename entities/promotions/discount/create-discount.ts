import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { assertValidPeriod } from '#entities/values/period.ts'
import { assertBoughtKnown } from './assert-bought-known.ts'
import type { BuyGet } from './buy-get.ts'
import { createCondition, type NewCondition } from './create-condition.ts'
import { Discount, normalizeDiscountCode } from './discount.ts'
import { validateRegions } from './discount-regions.ts'
import { type Allocation, DiscountRule, type DiscountType } from './discount-rule.ts'
import { type NewBudget, setBudgets } from './set-budgets.ts'
import type { Tier } from './tier.ts'

export interface NewDiscount {
  code: string
  rule: {
    description?: string | null | undefined
    type: DiscountType
    value: number
    allocation: Allocation
    limit_per_customer?: number | null | undefined
    minimum_amount?: number | null | undefined
    minimum_quantity?: number | null | undefined
    tiers?: Tier[] | null | undefined
    buy_get?: BuyGet | null | undefined
    budgets?: readonly NewBudget[] | null | undefined
    is_combinable?: boolean | undefined
    priority?: number | undefined
    conditions?: readonly NewCondition[] | null | undefined
  }
  is_dynamic?: boolean | undefined
  is_disabled?: boolean | undefined
  is_automatic?: boolean | undefined
  starts_at?: Date | undefined
  ends_at?: Date | null | undefined
  valid_duration?: string | null | undefined
  usage_limit?: number | null | undefined
  regions: readonly string[]
  metadata?: Metadata | null | undefined
}

export async function createDiscount(
  em: EntityManager,
  { rule: { conditions, budgets = null, ...terms }, regions, ...attributes }: NewDiscount,
): Promise<{ id: string }> {
  const rule = insertRow(em, DiscountRule, terms)
  rule.assertValue()
  rule.assertTiers()
  rule.assertBuyGet()
  await assertBoughtKnown(em, rule.buy_get)
  await setBudgets(em, rule, budgets)
  const regionIds = await validateRegions(em, rule, regions)
  const code = normalizeDiscountCode(attributes.code)
  const discount = insertRow(em, Discount, { ...attributes, code, rule_id: rule.id })
  assertValidPeriod(discount)
  discount.assertNotBoth()
  discount.normalizeDuration()
  await em.flush()
  await linkRows(em, 'discount_regions', discount.id, regionIds)
  const owner = { discount_rule_id: rule.id, conditions: [] }
  for (const condition of conditions ?? []) await createCondition(em, owner, condition)
  await announce(em, 'discount.created', { id: discount.id })
  return discount
}
