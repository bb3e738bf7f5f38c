import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, lockRow, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { now } from '#entities/values/clock.ts'
import { ReturnReason } from './return-reason.ts'

export interface NewReturnReason {
  value: string
  label: string
  description?: string | null | undefined
  /** The parent must not have a parent itself. */
  parent_return_reason_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createReturnReason(
  em: EntityManager,
  { parent_return_reason_id, ...values }: NewReturnReason,
): Promise<Row<ReturnReason>> {
  if (parent_return_reason_id) {
    const parent = await lockReturnReason(em, parent_return_reason_id)
    if (parent.parent_return_reason_id)
      throw new InvalidData('Doubly nested return reasons is not supported').because({ name: 'return_reason_nested' })
  }
  return insertRow(em, ReturnReason, { ...values, parent_return_reason_id: parent_return_reason_id || null })
}

export async function updateReturnReason(
  em: EntityManager,
  id: string,
  changes: Changes<Omit<NewReturnReason, 'parent_return_reason_id'>>,
): Promise<void> {
  applyChanges<Row<ReturnReason>>(await lockReturnReason(em, id), changes)
}

/** Also deletes the children of the reason. Existing returns keep the reason. */
export async function deleteReturnReason(em: EntityManager, id: string): Promise<void> {
  await lockReturnReason(em, id)
  const nested = { $or: [{ id }, { parent_return_reason_id: id }] }
  await em.nativeUpdate(ReturnReason, nested, { deleted_at: now() })
}

/** Locks a return reason, so that no transaction adds children to it. */
async function lockReturnReason(em: EntityManager, id: string): Promise<Row<ReturnReason>> {
  const reason = await lockRow(em, ReturnReason, { id })
  if (!reason) throw new NotFound(`Return Reason with id: ${id} was not found.`)
  return reason
}
