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
  /** What happened so often. */
  told: (times: number) => string
  /** Breaks something, and is done when it works again. */
  strike: Strike
  /** Carts that are left open by whoever strikes. */
  carts?: readonly string[]
  /** As of `Stubborn`. */
  sendsKeys?: boolean
}

export type Strike = (blow: InjectedFault) => Promise<void>

export interface InjectedFault {
  /** How many were struck before. */
  before: number
  answers: ResponseLog
  random: () => number
}

/** At least so many answers are between one blow and the next. */
const BREATH = 20

/**
 * Has clients check out and strikes meanwhile, each time after as many more answers as the seed says. In the end each client
 * has its order, and once, and the shop is audited.
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
 * Strikes while clients are at work, each time after as many more answers as the seed says. `isOpen` is true until
 * the last blow. Returns the result of the work and the number of blows.
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
    print(`  blow ${struck + 1}, after ${answers.done} answers`)
    await strike({ before: struck, answers, random })
    struck += 1
  }
  return [await working, struck]
}
