import type { MoneyApi } from './api.ts'
import { compare } from './compare.ts'
import type { Account } from './customer.ts'
import { Disagreement } from './disagreement.ts'
import type { Market } from './market.ts'
import { Random } from './random.ts'
import { sell } from './sell.ts'
import { randomStep } from './steps/steps.ts'

export interface Sequence {
  seed: number
  /** Indices of steps to leave out. */
  without?: ReadonlySet<number>
}

export interface Outcome {
  seed: number
  script: string[]
  steps: number
  /** Set if the shop and the ledger disagreed. */
  problem?: string
  about?: string
}

export interface Stage {
  api: MoneyApi
  markets: readonly Market[]
  account: Account
}

/** Sells an order and plays the steps of a seed. After each step, the order must be as the ledger expects it. */
export async function playSequence(
  { api, markets, account }: Stage,
  { seed, without = new Set() }: Sequence,
): Promise<Outcome> {
  const random = new Random(seed)
  const market = { ...random.pick(markets) }
  const { id, rate } = market
  const script: string[] = []
  const steps = random.integer(4, 12)
  try {
    const { play, description } = await sell(api, { market, account, random: new Random(random.seed()) })
    script.push(description)
    await compare(play)
    const seeds = Array.from({ length: steps }, () => random.seed())
    for (const [i, seedOfStep] of seeds.entries()) {
      if (without.has(i)) continue
      const randomOfStep = new Random(seedOfStep)
      // A few tries, so that most steps of a sequence change something.
      for (let attempt = 0; attempt < 4; attempt++) {
        const done = await randomStep(randomOfStep)(play, randomOfStep)
        if (done === null) continue
        script.push(done)
        await compare(play)
        break
      }
    }
    return { seed, script, steps }
  } catch (error) {
    if (!(error instanceof Disagreement)) throw error
    return { seed, script, steps, problem: error.message, about: error.about }
  } finally {
    if (market.rate !== rate) await api.send('POST', `/admin/regions/${id}`, { tax_rate: rate / 100 })
  }
}
