import { setTimeout as pause } from 'node:timers/promises'

export interface Arrivals {
  perSecond: number
  seconds: number
  /** The number of the first one. */
  first: number
}

/**
 * Has visitors come at a fixed rate, whether or not those before them are done, and answers after all have left: how many
 * have come, and how many were there at once at most.
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
