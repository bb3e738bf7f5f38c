import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'

type Transitions = Parameters<typeof canTransition>[0]

/**
 * Keeping a status is always allowed.
 * @throws NotAllowed with a message that starts with `subject`, such as "A claim that".
 */
export function assertTransition(transitions: Transitions, subject: string, [from, to]: [string, string]): void {
  if (from !== to && !canTransition(transitions, from, to))
    throw new NotAllowed(`${subject} is ${from} cannot become ${to}`)
}
