import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { ReturnReason } from './return-reason.ts'

export interface NewReturnReason {
  value: string
  label: string
  description?: string | null | undefined
  /** A reason that has none itself: reasons are nested once. */
  parent_return_reason_id?: string | null | undefined
  metadata?: Metadata | null | undefined
}

export async function createReturnReason(
  em: EntityManager,
  { parent_return_reason_id, ...facts }: NewReturnReason,
): Promise<ReturnReason> {
  if (parent_return_reason_id) {
    const parent = await lockReturnReason(em, parent_return_reason_id)
    if (parent.parent_return_reason_id) throw new InvalidData('Doubly nested return reasons is not supported')
  }
  return em.create(ReturnReason, { ...facts, parent_return_reason_id: parent_return_reason_id || null })
}

/** Changes what is named; a reason keeps its parent. */
export async function updateReturnReason(
  em: EntityManager,
  id: string,
  changes: Changes<Omit<NewReturnReason, 'parent_return_reason_id'>>,
): Promise<void> {
  applyChanges<ReturnReason>(await lockReturnReason(em, id), changes)
}

/** The reason and those nested in it are gone for new returns. */
export async function deleteReturnReason(em: EntityManager, id: string): Promise<void> {
  await lockReturnReason(em, id)
  const nested = { $or: [{ id }, { parent_return_reason_id: id }] }
  await em.nativeUpdate(ReturnReason, nested, { deleted_at: new Date() })
}

/** Nobody else may change it, or nest a reason in it, until the transaction ends. */
async function lockReturnReason(em: EntityManager, id: string): Promise<ReturnReason> {
  const reason = await em.findOne(ReturnReason, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!reason) throw new NotFound(`Return Reason with id: ${id} was not found.`)
  return reason
}
