export interface LoadResult {
  done: number
  perSecond: number
}

/** Has as many clients as told do one thing after the other, as long as another one is wanted after those that were begun. */
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
 * Has as many clients as told do one thing after the other until the time is over; each ends what it has begun. The rate
 * is the sum of the clients' own, so that those who are done sooner do not count as slow.
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
