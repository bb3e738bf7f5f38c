type NextStatuses = Readonly<Record<string, readonly string[]>>

export const canTransition = (nextStatuses: NextStatuses, from: string, to: string): boolean =>
  nextStatuses[from]?.includes(to) ?? false
