const dryRuns = new Set<Promise<Response>>()

/** Sends a change after the dry runs in progress. The shop would refuse the dry run of a change that it has already made. */
export const fetchAfterDryRuns: typeof fetch = async (input, init) => {
  const isDryRun = new Headers(init?.headers).has('x-dry-run')
  if (init?.method === 'POST' && !isDryRun) await Promise.allSettled(dryRuns)
  const answer = fetch(input, init)
  if (!isDryRun) return answer
  dryRuns.add(answer)
  try {
    return await answer
  } finally {
    dryRuns.delete(answer)
  }
}
