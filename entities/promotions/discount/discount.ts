import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { now } from '#entities/values/clock.ts'
import { DiscountRule } from './discount-rule.ts'
import { isZeroDuration, requireEndOfDuration } from './duration.ts'

/** A dynamic code is a discount with a `parent_discount_id`. It shares the rule and the regions of its parent. */
const DiscountSchema = defineEntity({
  name: 'Discount',
  tableName: 'discount',
  properties: {
    id: id('disc'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    /** Trimmed and upper case. Unique among discounts that are not deleted. */
    code: p.text(),
    is_dynamic: flag(false),
    is_disabled: flag(false),
    /** Applies without a code. The code is its name. */
    is_automatic: flag(false),
    rule_id: p.text().index(),
    parent_discount_id: p.text().nullable().index(),
    starts_at: p.datetime(3).onCreate(now),
    ends_at: p.datetime(3).nullable(),
    /** The period for which each dynamic code of this discount is valid, as an ISO 8601 duration. */
    valid_duration: p.text().nullable(),
    usage_limit: p.integer().nullable(),
    usage_count: p.integer().onCreate(() => 0),
    rule: () => p.manyToOne(DiscountRule).joinColumn('rule_id').persist(false).nullable(),
    parent_discount: () => p.manyToOne(Discount).joinColumn('parent_discount_id').persist(false).nullable(),
    regions: () =>
      p
        .manyToMany(Region)
        .pivotTable('discount_regions')
        .joinColumn('discount_id')
        .inverseJoinColumn('region_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class Discount extends DiscountSchema.class {
  /** An empty form of the Medusa admin sends `P0Y0M0DT0H0M`, so a duration of zero means that there is no end. */
  normalizeDuration(): void {
    if (this.valid_duration && isZeroDuration(this.valid_duration)) this.valid_duration = null
    if (this.valid_duration) requireEndOfDuration(now(), this.valid_duration)
  }

  assertUsageLimit(): void {
    if (this.usage_limit != null && this.usage_limit < this.usage_count)
      throw new InvalidData(
        `usage_limit must be at least ${this.usage_count}, because the discount was used that many times`,
      ).because({ name: 'usage_limit_too_small', count: this.usage_count })
  }

  assertNotBoth(): void {
    if (this.is_automatic && this.is_dynamic)
      throw new InvalidData('An automatic discount has no dynamic codes')
        .about('is_dynamic')
        .because({ name: 'automatic_with_codes' })
  }

  assertOwnRegions(): void {
    if (this.parent_discount_id)
      throw new NotAllowed(
        'The regions of a dynamic code cannot be changed. Change those of its parent discount.',
      ).because({ name: 'dynamic_code_regions' })
  }

  assertDynamic(): void {
    if (!this.is_dynamic || this.parent_discount_id)
      throw new NotAllowed('Discount must be set to dynamic').because({ name: 'discount_not_dynamic' })
  }
}
DiscountSchema.setClass(Discount)

export const normalizeDiscountCode = (code: string): string => code.trim().toUpperCase()
