interface SentMutation {
  submittedAt: number
  error: unknown
}

/** The error of the mutation that was sent last. Undefined if it did not fail: earlier failures are history. */
export function latestFailure(mutations: readonly SentMutation[]): unknown {
  const [latest] = mutations.toSorted((one, other) => other.submittedAt - one.submittedAt)
  return latest?.error ?? undefined
}
