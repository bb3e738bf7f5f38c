import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { dropEdit } from './drop-lines.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderEdit } from './order-edit.ts'

/** Deletes an edit that nobody was asked to confirm; one that is not there is gone. @throws NotAllowed */
export async function deleteEdit(em: EntityManager, id: string): Promise<void> {
  if (!(await em.count(OrderEdit, { id }))) return
  const { edit } = await lockEdit(em, id)
  if (edit.status !== 'created') throw new NotAllowed(`Cannot delete order edit with status ${edit.status}`)
  await dropEdit(em, id)
}
