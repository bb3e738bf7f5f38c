import { sumOfAmounts } from '#entities/values/money.ts'
import type { PaymentSession } from './payment-session.ts'

/** The part of one session, in minor units. */
export interface PaymentPart<Session> {
  session: Session
  amount: number
}

type PartSession = Pick<PaymentSession, 'is_selected' | 'fixed_amount'>

export const isChosen = ({ is_selected, fixed_amount }: PartSession): boolean => !!is_selected || fixed_amount != null

export const isSplit = (sessions: readonly PartSession[]): boolean =>
  sessions.some(({ fixed_amount }) => fixed_amount != null)

/**
 * Shares `due` among the chosen sessions. The parts add up to `due`. The selected session comes first and pays the rest of the fixed
 * amounts, or everything if they leave no rest. Empty if no session is selected.
 */
export function partsOf<Session extends PartSession>(
  sessions: readonly Session[],
  due: number,
): PaymentPart<Session>[] {
  const selected = sessions.find(({ is_selected }) => is_selected)
  if (!selected) return []
  const fixed = sessions.flatMap((session) =>
    session.fixed_amount == null ? [] : [{ session, amount: session.fixed_amount }],
  )
  const rest = due - sumOfAmounts(fixed)
  return rest > 0 ? [{ session: selected, amount: rest }, ...fixed] : [{ session: selected, amount: due }]
}
