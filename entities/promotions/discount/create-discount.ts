import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { assertValidPeriod } from '#entities/values/period.ts'
import { createCondition, type NewCondition } from './create-condition.ts'
import { Discount, normalizeDiscountCode } from './discount.ts'
import { validateRegions } from './discount-regions.ts'
import { type Allocation, DiscountRule, type DiscountType } from './discount-rule.ts'

export interface NewDiscount {
  code: string
  rule: {
    description?: string | null | undefined
    type: DiscountType
    value: number
    allocation: Allocation
    conditions?: readonly NewCondition[] | null | undefined
  }
  is_dynamic?: boolean | undefined
  is_disabled?: boolean | undefined
  starts_at?: Date | undefined
  ends_at?: Date | null | undefined
  valid_duration?: string | null | undefined
  usage_limit?: number | null | undefined
  regions: readonly string[]
  metadata?: Metadata | null | undefined
}

export async function createDiscount(
  em: EntityManager,
  { rule: { conditions, ...terms }, regions, ...attributes }: NewDiscount,
): Promise<Discount> {
  const rule = em.create(DiscountRule, terms)
  rule.assertValue()
  const regionIds = await validateRegions(em, rule, regions)
  const code = normalizeDiscountCode(attributes.code)
  const discount = em.create(Discount, { ...attributes, code, rule_id: rule.id, regions: regionIds })
  assertValidPeriod(discount)
  discount.normalizeDuration()
  for (const condition of conditions ?? []) createCondition(em, rule, condition)
  await announce(em, 'discount.created', { id: discount.id })
  return discount
}
