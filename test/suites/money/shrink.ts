import type { Outcome, Sequence } from './play-sequence.ts'

/** Leaves out the steps of a failing sequence without which it fails in the same way. */
export async function shrink(play: (sequence: Sequence) => Promise<Outcome>, failed: Outcome): Promise<Outcome> {
  let shortest = failed
  let without: ReadonlySet<number> = new Set()
  for (let step = failed.steps - 1; step >= 0; step--) {
    const attempt = new Set([...without, step])
    const outcome = await play({ seed: failed.seed, without: attempt })
    if (!outcome.about || kindOf(outcome.about) !== kindOf(failed.about ?? '')) continue
    without = attempt
    shortest = outcome
  }
  return shortest
}

/** The text of a disagreement without its numbers and ids. */
export const kindOf = (about: string): string => about.replace(/_\w{20,}|\d+/g, '#').slice(0, 80)
