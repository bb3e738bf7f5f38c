export interface LoadResult {
  done: number
  perSecond: number
}

/** Runs tasks with concurrent clients until `isWanted` returns false. Its argument is the number of started tasks. */
export async function runWithClients(
  clients: number,
  isWanted: (begun: number) => boolean,
  work: (i: number) => Promise<unknown>,
): Promise<void> {
  let begun = 0
  const client = async () => {
    while (isWanted(begun)) await work(begun++)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/**
 * Runs tasks with concurrent clients for a number of seconds, and waits for the started tasks. The rate is the sum
 * of the rates of all clients, so that a client that finishes early does not lower it.
 */
export async function runForSeconds(
  work: (i: number) => Promise<unknown>,
  { clients, seconds, first = 0 }: { clients: number; seconds: number; first?: number },
): Promise<LoadResult> {
  const began = performance.now()
  let next = first
  const client = async (): Promise<LoadResult> => {
    let done = 0
    do {
      await work(next++)
      done += 1
    } while (performance.now() - began < seconds * 1000)
    return { done, perSecond: done / ((performance.now() - began) / 1000) }
  }
  const all = await Promise.all(Array.from({ length: clients }, client))
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
  }
}
