import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import type { Metadata } from '#entities/base.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { Discount, normalizeDiscountCode } from './discount.ts'
import { requireEndOfDuration } from './duration.ts'
import { lockDiscount } from './find-discount.ts'

export interface NewDynamicCode {
  code: string
  usage_limit?: number | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createDynamicCode(
  em: EntityManager,
  parentId: string,
  { code, usage_limit, metadata }: NewDynamicCode,
): Promise<{ id: string }> {
  const parent = await lockDiscount(em, parentId)
  parent.assertDynamic()
  const starts_at = now()
  return insertRow(em, Discount, {
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

export async function deleteDynamicCode(em: EntityManager, parentId: string, code: string): Promise<void> {
  await lockDiscount(em, parentId)
  await defer(em, deleteCode.with(parentId, normalizeDiscountCode(code), now()))
}

const deleteCode = query((db, parent_discount_id: string, code: string, deleted_at: Date) =>
  db
    .updateTable('discount')
    .set({ deleted_at })
    .where('parent_discount_id', '=', parent_discount_id)
    .where('code', '=', code)
    .where('deleted_at', 'is', null),
)
