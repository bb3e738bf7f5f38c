import { NotAllowed } from '../errors.ts'
import type { OrderEdit } from './order-edit.ts'
import { type EditStatus, mayFollow } from './states.ts'

/**
 * Brings an edit, which is locked, into its next state.
 * @throws NotAllowed where that may not follow; it is not changed then.
 */
export function advanceEdit(edit: OrderEdit, to: Exclude<EditStatus, 'created'>, by: string | null): void {
  if (!mayFollow(edit.status, to)) throw new NotAllowed(`${REFUSALS[to]} order edit with status ${edit.status}`)
  Object.assign(edit, { status: to, [`${to}_at`]: new Date(), [`${to}_by`]: by })
}

const REFUSALS = {
  requested: 'Cannot request a confirmation of an',
  confirmed: 'Cannot confirm an',
  declined: 'Cannot decline an',
  canceled: 'Cannot cancel',
} as const
