export interface Turns {
  shops: number
  /** Shops with changes all the time. They ask for their next turn when one has ended. */
  busyShops: number
  /** Turns at the same time, in all processes. */
  concurrency: number
  roundSeconds: number
  turnMilliseconds: number
  /** The time of a turn of a busy shop. */
  busyTurnMilliseconds: number
  rounds: number
}

/** Simulates the turns of the jobs. Returns the waits of shops that have nothing to do, in milliseconds. Without chance: the turns are spread evenly. */
export function simulateTurns(turns: Turns): { median: number; longest: number } {
  const freeAt = new Array<number>(turns.concurrency).fill(0)
  const step = (turns.roundSeconds * 1000) / turns.shops
  const waits: number[] = []
  const busy = Array.from({ length: turns.busyShops }, () => 0)
  for (let i = 0; i < turns.shops * turns.rounds; i++) {
    const at = i * step
    // Busy shops that asked before this shop are before it in the queue.
    for (let next = earliest(busy); next >= 0 && busy[next]! <= at; next = earliest(busy))
      busy[next] = begin(freeAt, busy[next]!, turns.busyTurnMilliseconds) + turns.busyTurnMilliseconds
    waits.push(begin(freeAt, at, turns.turnMilliseconds) - at)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, longest: sorted.at(-1)! }
}

const earliest = (times: readonly number[]): number => times.indexOf(Math.min(...times))

/** Gives the next free place to a turn, and returns its begin. */
function begin(freeAt: number[], at: number, milliseconds: number): number {
  const place = earliest(freeAt)
  const start = Math.max(at, freeAt[place]!)
  freeAt[place] = start + milliseconds
  return start
}
