import type { MoneyApi } from './api.ts'
import { openAccount } from './customer.ts'
import { openMarkets } from './market.ts'
import { type Outcome, playSequence, type Sequence } from './play-sequence.ts'
import { kindOf, shrink } from './shrink.ts'

export interface Sequences {
  /** The seeds of the sequences. */
  seeds: readonly number[]
  /** Number of the group that plays at the same time on the same shop. Each group uses separate regions. */
  part?: number
  print: (text: string) => void
}

const MAX_REPORTS = 12

/** Plays sequences one after the other. Returns the failed seeds by the kind of their disagreement. */
export async function playSequences(
  api: MoneyApi,
  { seeds, part = 0, print }: Sequences,
): Promise<Map<string, number[]>> {
  const stage = { api, markets: await openMarkets(api, part), account: await openAccount(api, part) }
  const play = (sequence: Sequence) => playSequence(stage, sequence)
  const failures = new Map<string, number[]>()
  for (const seed of seeds) {
    const outcome = await play({ seed })
    if (!outcome.about) continue
    const kind = kindOf(outcome.about)
    const known = failures.get(kind)
    if (!known && failures.size < MAX_REPORTS) print(report(await shrink(play, outcome)))
    failures.set(kind, [...(known ?? []), seed])
  }
  return failures
}

function report({ seed, script, problem }: Outcome): string {
  return [`Seed ${seed}:`, ...script.map((line, i) => `  ${i + 1}. ${line}`), `  ${problem}`].join('\n')
}
