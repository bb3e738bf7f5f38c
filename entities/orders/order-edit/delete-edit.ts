import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { deleteEditRow } from './delete-edit-lines.ts'
import { maybeLockEdit } from './lock-edit.ts'

/** Deletes an edit that nobody was asked to confirm; one that is not there is gone. @throws NotAllowed */
export async function deleteEdit(em: EntityManager, id: string): Promise<void> {
  const locked = await maybeLockEdit(em, id)
  if (!locked) return
  const { edit } = locked
  if (edit.status !== 'created') throw new NotAllowed(`Cannot delete order edit with status ${edit.status}`)
  await deleteEditRow(em, id)
}
