import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { collectDifference } from '../payment-collection/collect-difference.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { priceEdit } from './recalculate-edit.ts'

export interface EditRequest {
  id: string
  by: string
  payment_collection_description?: string | null | undefined
}

export const requestEditStep = new Step<LockedEdit>({
  moment: 'An administrator requests the confirmation of an order edit.',
  context: { order: '', edit: '' },
  fields: ['order', 'line_item'],
})

/** Requests the confirmation of the customer. A repeated call replaces a deleted payment collection. */
export async function requestEdit(em: EntityManager, request: EditRequest): Promise<void> {
  const { id, by, payment_collection_description: description } = request
  const { edit, order } = await lockEdit(em, id)
  if (edit.status !== 'requested') await markRequested(em, { edit, order }, by)
  await collectDifference(em, { edit, order, by, description }, await priceEdit(em, edit))
}

async function markRequested(em: EntityManager, { edit, order }: LockedEdit, by: string): Promise<void> {
  const { id } = edit
  if (!(await em.count(OrderItemChange, { order_edit_id: id })))
    throw new InvalidData('Cannot request a confirmation on an edit with no changes').because({
      name: 'edit_without_changes',
    })
  await requestEditStep.assertAllowed(em, { order, edit })
  edit.request(by)
  await announce(em, 'order-edit.requested', { id })
  requestEditStep.addEffects(em, { order, edit })
}
