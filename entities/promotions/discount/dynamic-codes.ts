import { randomInt } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertRow, insertStatement } from '#database/rows.ts'
import { batch, defer } from '#database/statement.ts'
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
  return insertRow(em, Discount, {
    ...columnsOfCode(parent),
    code: normalizeDiscountCode(code),
    usage_limit: usage_limit ?? 1,
    metadata,
  })
}

interface NewDynamicCodes {
  count: number
  prefix?: string | null | undefined
  /** Uses of each code. */
  usage_limit: number | null
}

/** Creates codes that cannot be guessed, and returns them. */
export async function createDynamicCodes(
  em: EntityManager,
  parentId: string,
  { count, prefix, usage_limit }: NewDynamicCodes,
): Promise<string[]> {
  const parent = await lockDiscount(em, parentId)
  parent.assertDynamic()
  const start = prefix ? `${normalizeDiscountCode(prefix)}-` : ''
  const codes = new Set<string>()
  while (codes.size < count) codes.add(start + generateCode())
  const columns = columnsOfCode(parent)
  const rows = [...codes].map((code) => buildRow(em, Discount, { ...columns, code, usage_limit }))
  await batch(em, insertStatement(em, Discount, rows))
  return [...codes]
}

function columnsOfCode({ id, rule_id, valid_duration }: Pick<Discount, 'id' | 'rule_id' | 'valid_duration'>) {
  const starts_at = now()
  return {
    is_dynamic: true,
    rule_id,
    parent_discount_id: id,
    starts_at,
    ends_at: valid_duration ? requireEndOfDuration(starts_at, valid_duration) : null,
  }
}

/** Letters and digits that are not mistaken for each other. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 10

const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

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
