import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteEditRow } from './edit-statements.ts'
import { maybeLockEdit } from './lock-edit.ts'

/** Does nothing if the edit does not exist. */
export async function deleteEdit(em: EntityManager, id: string): Promise<void> {
  const lockedEdit = await maybeLockEdit(em, id)
  if (!lockedEdit) return
  lockedEdit.edit.assertDeletable()
  await deleteEditRow(em, id)
}
