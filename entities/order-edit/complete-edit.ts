import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { type Confirming, confirm } from './confirm-edit.ts'
import { lockEdit } from './lock-edit.ts'
import { totalsOfEdit } from './settle-edit.ts'

/**
 * The customer agrees to an edit, which becomes the order, once however often it is called.
 * @throws NotFound. NotAllowed where they were not asked, or there is something to be paid first. As `confirmEdit`.
 */
export async function completeEdit(em: EntityManager, { id, by }: Confirming): Promise<void> {
  const locked = await lockEdit(em, id)
  const { status } = locked.edit
  if (status === 'confirmed') return
  if (status !== 'requested') throw new NotAllowed(`Cannot complete an order edit with status ${status}`)
  const { difference_due } = await totalsOfEdit(em, locked.edit)
  if (difference_due > 0) throw new NotAllowed('Unable to complete an order edit if the payment is not authorized')
  await confirm(em, locked, by)
}
