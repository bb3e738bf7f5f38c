type Transitions = Readonly<Record<string, readonly string[]>>

export const canTransition = (transitions: Transitions, from: string, to: string): boolean =>
  transitions[from]?.includes(to) ?? false
