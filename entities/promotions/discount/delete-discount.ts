import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { now } from '#entities/values/clock.ts'
import { Discount } from './discount.ts'

export async function deleteDiscount(em: EntityManager, id: string): Promise<void> {
  // The lock waits for a request that is creating a dynamic code of this discount, so that the update deletes this
  // code too.
  await lockRow(em, Discount, { id })
  await defer(em, deleteWithCodes.with(id, now()))
}

const deleteWithCodes = statement<object, [id: string, deleted_at: Date]>(
  'update discount set deleted_at = $2 where (id = $1 or parent_discount_id = $1) and deleted_at is null',
)
