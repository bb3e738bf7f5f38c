import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import type { Metadata } from '#entities/base.ts'
import { Discount, normalizeDiscountCode } from './discount.ts'
import { requireEndOfDuration } from './duration.ts'
import { lockDiscount } from './find-discount.ts'

export interface NewDynamicCode {
  code: string
  /** Default: 1 */
  usage_limit?: number | null | undefined
  metadata?: Metadata | null | undefined
}

/** Creates a code that shares the rule and the regions of a dynamic discount, and expires after its `valid_duration`. */
export async function createDynamicCode(
  em: EntityManager,
  parentId: string,
  { code, usage_limit, metadata }: NewDynamicCode,
): Promise<Discount> {
  const parent = await lockDiscount(em, parentId)
  parent.assertDynamic()
  const starts_at = now()
  return em.create(Discount, {
    code: normalizeDiscountCode(code),
    is_dynamic: true,
    rule_id: parent.rule_id,
    parent_discount_id: parent.id,
    starts_at,
    ends_at: parent.valid_duration ? requireEndOfDuration(starts_at, parent.valid_duration) : null,
    usage_limit: usage_limit ?? 1,
    metadata,
  })
}

/** Does nothing if the discount does not have the code. */
export async function deleteDynamicCode(em: EntityManager, parentId: string, code: string): Promise<void> {
  await lockDiscount(em, parentId)
  const where = { parent_discount_id: parentId, code: normalizeDiscountCode(code) }
  await em.nativeUpdate(Discount, where, { deleted_at: new Date() })
}
