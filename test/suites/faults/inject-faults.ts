import { setTimeout as pause } from 'node:timers/promises'
import type { BenchShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { ResponseLog } from './retrying-client.ts'
import { createSeededRandom } from './seeded-random.ts'

export interface FaultInjection extends FaultOptions {
  url: string
  databaseUrl: string
  shop: BenchShop
  /** Describes the number of strikes. */
  told: (times: number) => string
  /** Injects the fault. Resolves when the system works again. */
  strike: Strike
  /** Ids of carts that the strikes leave open. */
  carts?: readonly string[]
  /** As in `checkOutWithRetries`. */
  sendsKeys?: boolean
}

export type Strike = (blow: InjectedFault) => Promise<void>

interface InjectedFault {
  /** Number of earlier strikes. */
  before: number
  answers: ResponseLog
  random: () => number
}

/** Minimum number of responses between two strikes. */
const BREATH = 20

/**
 * Runs checkouts and injects faults, each after a seeded number of responses. Then checks that each client has exactly
 * one order, and audits the shop.
 */
export async function injectFaultsUnderLoad({
  url,
  databaseUrl,
  shop,
  told,
  strike,
  carts,
  sendsKeys = true,
  ...options
}: FaultInjection): Promise<FaultOutcome> {
  const { clients, checkouts } = options
  const answers = new ResponseLog()
  const [orders, struck] = await strikeDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url, shop, clients, isWanted, answers, sendsKeys })
    },
    { ...options, answers, strike },
  )
  const violations = [
    ...answers.wrong,
    ...(await auditAfterwards({ orders, databaseUrl, carts: sendsKeys ? carts : 'any' })),
  ]
  return { what: told(struck), orders: orders.size, answers, violations }
}

export interface Striking extends Pick<FaultOptions, 'seed' | 'print' | 'times' | 'answersBetween'> {
  answers: ResponseLog
  strike: Strike
}

/**
 * Injects faults while clients work, each after a seeded number of responses. `isOpen` is true until the last strike.
 * Returns the result of the work and the number of strikes.
 */
export async function strikeDuring<Result>(
  work: (isOpen: () => boolean) => Promise<Result>,
  { answers, strike, seed, print, times, answersBetween = 400 }: Striking,
): Promise<[result: Result, struck: number]> {
  const random = createSeededRandom(seed)
  let struck = 0
  let isOver = false
  const over = () => {
    isOver = true
  }
  const working = work(() => times !== undefined && struck < times)
  working.then(over, over)
  while (times === undefined || struck < times) {
    const after = answers.done + BREATH + Math.floor(random() * answersBetween)
    while (answers.done < after && !isOver) await pause(1)
    if (isOver) break
    print(`  strike ${struck + 1}, after ${answers.done} responses`)
    await strike({ before: struck, answers, random })
    struck += 1
  }
  return [await working, struck]
}
