import { defineEntity, p } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { alive, flag, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { Region } from '#entities/market/region/region.ts'
import { DiscountRule } from './discount-rule.ts'
import { isZeroDuration, requireEndOfDuration } from './duration.ts'

/** A code that customers redeem. The rule says how much it takes off; a dynamic code shares the rule of its parent. */
export const DiscountSchema = defineEntity({
  name: 'Discount',
  tableName: 'discount',
  properties: {
    id: id('disc'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    /** Upper case and trimmed; unique among the codes that are not deleted. */
    code: p.text(),
    is_dynamic: flag(false),
    is_disabled: flag(false),
    rule_id: p.text().index(),
    parent_discount_id: p.text().nullable().index(),
    starts_at: p.datetime(3).onCreate(now),
    ends_at: p.datetime(3).nullable(),
    /** ISO 8601 duration: how long a dynamic code of this discount is valid. */
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
  /**
   * A duration of nothing is none, and dynamic codes have no end: a form of durations that was left empty means that.
   * @throws InvalidData where they would end beyond every date.
   */
  normalizeDuration(): void {
    if (this.valid_duration && isZeroDuration(this.valid_duration)) this.valid_duration = null
    if (this.valid_duration) requireEndOfDuration(now(), this.valid_duration)
  }

  /** @throws InvalidData where it was used more often than it may be. */
  assertUsageLimit(): void {
    if (this.usage_limit != null && this.usage_limit < this.usage_count)
      throw new InvalidData(
        `usage_limit must be at least ${this.usage_count}, because the discount was used that many times`,
      )
  }

  /** A dynamic code is for the regions of its parent. */
  assertOwnRegions(): void {
    if (this.parent_discount_id)
      throw new NotAllowed('The regions of a dynamic code cannot be changed. Change those of its parent discount.')
  }

  /** A dynamic code has no dynamic codes of its own. */
  assertDynamic(): void {
    if (!this.is_dynamic || this.parent_discount_id) throw new NotAllowed('Discount must be set to dynamic')
  }
}
DiscountSchema.setClass(Discount)

/** A code as it is stored: customers may type it as they like. */
export const normalizeDiscountCode = (code: string): string => code.trim().toUpperCase()
