import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteEditRow } from './edit-statements.ts'
import { maybeLockEdit } from './lock-edit.ts'

/** Does nothing if the edit does not exist. */
export async function deleteEdit(em: EntityManager, id: string): Promise<void> {
  const locked = await maybeLockEdit(em, id)
  if (!locked) return
  locked.edit.assertDeletable()
  await deleteEditRow(em, id)
}
