import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'
import type { OrderEdit } from './order-edit.ts'
import { EDIT_TRANSITIONS, type EditStatus } from './states.ts'

/**
 * Brings an edit, which is locked, into its next state.
 * @throws NotAllowed where that may not follow; it is not changed then.
 */
export function advanceEdit(edit: OrderEdit, to: Exclude<EditStatus, 'created'>, by: string | null): void {
  if (!canTransition(EDIT_TRANSITIONS, edit.status, to)) throw new NotAllowed(REFUSALS[to](edit.status))
  Object.assign(edit, { status: to, [`${to}_at`]: new Date(), [`${to}_by`]: by })
}

/** In the words of the wire format. */
const REFUSALS = {
  requested: (status: EditStatus) => `Cannot request a confirmation of an order edit with status ${status}`,
  confirmed: (status: EditStatus) => `Cannot confirm an order edit with status ${status}`,
  declined: (status: EditStatus) => `Cannot decline an order edit with status ${status}.`,
  canceled: (status: EditStatus) => `Cannot cancel order edit with status ${status}`,
}
