import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, double, flag, id, metadata, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { assertBuyGet } from './assert-buy-get.ts'
import type { Budget } from './budget.ts'
import type { BuyGet } from './buy-get.ts'
import { DiscountCondition } from './discount-condition.ts'
import type { Tier } from './tier.ts'

export const DISCOUNT_TYPES = ['fixed', 'percentage', 'free_shipping'] as const
export type DiscountType = (typeof DISCOUNT_TYPES)[number]

export const ALLOCATIONS = ['total', 'item'] as const
export type Allocation = (typeof ALLOCATIONS)[number]

const DiscountRuleSchema = defineEntity({
  name: 'DiscountRule',
  tableName: 'discount_rule',
  properties: {
    id: id('dru'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    description: p.text().nullable(),
    type: oneOf(DISCOUNT_TYPES),
    /** Whole minor units for `fixed`, percent with at most two decimals for `percentage`, ignored for `free_shipping`. */
    value: double(),
    allocation: oneOf(ALLOCATIONS).nullable(),
    /** Uses by one customer, also of all dynamic codes together. Null without a limit. */
    limit_per_customer: p.integer().nullable(),
    /** Of the lines that the discount applies to, in minor units as the shop shows prices, before discounts. Null without a minimum. */
    minimum_amount: amount().nullable(),
    minimum_quantity: p.integer().nullable(),
    /** Higher values for larger carts. The highest reached tier replaces `value`. */
    tiers: p.json<Tier[]>().nullable(),
    /** Set by the creation. Later only its content changes, because orders keep the terms of their sale. */
    buy_get: p.json<BuyGet>().nullable(),
    /** See `setBudgets`. Completions lock the rule while they spend a budget. */
    budgets: p.json<Budget[]>().nullable(),
    /** Whether the discount applies together with other combinable discounts. */
    is_combinable: flag(false),
    priority: p.integer().onCreate(() => 0),
    conditions: () =>
      p.oneToMany(DiscountCondition).mappedBy('discount_rule').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class DiscountRule extends DiscountRuleSchema.class {
  /** Each tier has a higher value and no lower minimum than the tier before. */
  assertTiers(): void {
    if (this.tiers?.length === 0) this.tiers = null
    const tiers = this.tiers ?? []
    if (tiers.length > 0 && this.type === 'free_shipping')
      throw new InvalidData('Free shipping has no tiers').about('rule.tiers').because({ name: 'free_shipping_tiers' })
    for (const [i, tier] of tiers.entries()) {
      const isRising = isAbove(tier, tiers[i - 1] ?? this)
      const isValid = this.type === 'percentage' ? tier.value <= 100 : tier.value % 1 === 0
      if (!isRising || !isValid)
        throw new InvalidData(
          'Each tier needs a minimum, and a higher value and minimum than the tier before. A value is a whole amount or at most 100 %.',
        )
          .about('rule.tiers')
          .because({ name: 'tiers_not_rising' })
    }
  }

  assertBuyGet(): void {
    assertBuyGet(this)
  }

  assertValue(): void {
    if (this.type !== 'percentage' && this.value % 1 !== 0)
      throw new InvalidData('value must be an integer number').about('rule.value').because({ name: 'value_not_whole' })
    if (this.type === 'percentage' && this.value > 100)
      throw new InvalidData('Discount value above 100 is not allowed when type is percentage')
        .about('rule.value')
        .because({ name: 'percentage_too_large' })
  }

  /** The value of a fixed discount is in the currency of its region, so a fixed discount has only one region. */
  assertRegionCount(regions: number): void {
    if (regions === 0)
      throw new InvalidData('Discount must have at least 1 region')
        .about('regions')
        .because({ name: 'region_required' })
    if (this.type === 'fixed' && regions > 1)
      throw new InvalidData('Fixed discounts can have one region')
        .about('regions')
        .because({ name: 'fixed_discount_regions' })
  }

  /** `currencies` are the currencies of the regions. */
  assertOneCurrency(currencies: readonly string[]): void {
    const hasAmount =
      this.minimum_amount != null ||
      this.buy_get?.buy_amount != null ||
      this.tiers?.some(({ minimum_amount }) => minimum_amount != null)
    const names = currencies.map((code) => code.toUpperCase()).join(', ')
    if (hasAmount && currencies.length > 1)
      throw new InvalidData(
        `A minimum amount needs regions with one currency, not with ${names}. Choose other regions or a minimum quantity.`,
      )
        .about('regions')
        .because({ name: 'amount_in_several_currencies', currencies: names })
  }
}
DiscountRuleSchema.setClass(DiscountRule)

function isAbove(tier: Tier, lower: Tier): boolean {
  const [amount, quantity] = [tier.minimum_amount ?? 0, tier.minimum_quantity ?? 0]
  const [lowerAmount, lowerQuantity] = [lower.minimum_amount ?? 0, lower.minimum_quantity ?? 0]
  const isHigher = amount > lowerAmount || quantity > lowerQuantity
  const isLower =
    (tier.minimum_amount != null && amount < lowerAmount) || (tier.minimum_quantity != null && quantity < lowerQuantity)
  return isHigher && !isLower && tier.value > lower.value
}
