import { setTimeout as pause } from 'node:timers/promises'

export interface Arrivals {
  perSecond: number
  seconds: number
  first: number
}

/**
 * Starts visits at a fixed rate, even if earlier visits have not finished. Returns the number of visits, and the
 * maximum number of concurrent visits, when all visits have ended.
 */
export async function openLoop(
  visit: (i: number) => Promise<void>,
  { perSecond, seconds, first }: Arrivals,
): Promise<{ came: number; most: number }> {
  const began = performance.now()
  const all: Promise<void>[] = []
  let here = 0
  let most = 0
  for (let i = 0; i < perSecond * seconds; i++) {
    const early = began + (i * 1000) / perSecond - performance.now()
    if (early > 0) await pause(early)
    here += 1
    most = Math.max(most, here)
    all.push(
      visit(first + i).finally(() => {
        here -= 1
      }),
    )
  }
  await Promise.all(all)
  return { came: all.length, most }
}
