import type { OtherChange, ShopWait } from '#server/hosting/shop-lock.ts'

/** Returns a function that prints the description of a state, unless it is that of the last state. */
export function linePrinter<State>(describe: (state: State) => string): (state: State) => void {
  let last = ''
  return (state) => {
    const line = describe(state)
    if (line !== last) console.log(line)
    last = line
  }
}

/** Describes the work on a shop for which a command waits, or the end of the wait for null. */
export function describeWait(other: OtherChange | null): string {
  if (!other) return 'The other work on the shop has ended'
  const { change, actor } = other
  const origin = actor === null ? '' : `, started by ${actor}`
  return `Waiting for other work on the shop: ${change ?? 'unknown'}${origin}`
}

/** The wait of a command, which prints the other work. */
export const printedWait = (): ShopWait => ({ onWait: linePrinter(describeWait) })
