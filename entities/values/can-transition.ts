/** From each state to those that may follow it. */
type Transitions = Readonly<Record<string, readonly string[]>>

/** Whether `to` may follow `from`; nothing follows a state that has no transitions. */
export const canTransition = (transitions: Transitions, from: string, to: string): boolean =>
  transitions[from]?.includes(to) ?? false
