import type { EntityManager } from '@mikro-orm/postgresql'
import { Step } from '#entities/platform/step/step.ts'
import { assertSwapReturnCancelable } from '../swap/lock-swap.ts'
import { type LockedReturn, lockReturn } from './lock-return.ts'

export const cancelReturnStep = new Step<LockedReturn>({
  moment: 'An administrator cancels a return, also that of a claim or a swap.',
  context: { order: '', returnOrder: '' },
  fields: ['order', 'line_item'],
})

/** Returns the id of the order. Repeated calls have no effect. */
export async function cancelReturn(em: EntityManager, id: string): Promise<string> {
  const lockedReturn = await lockReturn(em, id)
  const { returnOrder, order } = lockedReturn
  returnOrder.assertNotReceived()
  if (returnOrder.status === 'canceled') return order.id
  if (returnOrder.swap_id) await assertSwapReturnCancelable(em, returnOrder.swap_id)
  await cancelReturnStep.assertAllowed(em, lockedReturn)
  returnOrder.cancel()
  cancelReturnStep.addEffects(em, lockedReturn)
  return order.id
}
