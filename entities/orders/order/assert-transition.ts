import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'

type Transitions = Parameters<typeof canTransition>[0]

export function assertTransition(transitions: Transitions, subject: string, [from, to]: [string, string]): void {
  if (from !== to && !canTransition(transitions, from, to))
    throw new NotAllowed(`${subject} is ${from} cannot become ${to}`).because({ name: 'status_transition', from, to })
}
