import { setTimeout as pause } from 'node:timers/promises'
import type { BenchShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { FaultOptions, Outcome } from './fault.ts'
import { seeded } from './seeded.ts'
import { Answers } from './stubborn.ts'

export interface Strikes extends FaultOptions {
  url: string
  databaseUrl: string
  shop: BenchShop
  /** What happened so often. */
  told: (times: number) => string
  /** Breaks something, and is done when it works again. */
  strike: (blow: Blow) => Promise<void>
  /** Carts that are left open by whoever strikes. */
  carts?: readonly string[]
  /** As of `Stubborn`. */
  sendsKeys?: boolean
}

export interface Blow {
  /** How many were struck before. */
  before: number
  answers: Answers
  random: () => number
}

/** At least so many answers are between one blow and the next. */
const BREATH = 20

/**
 * Has clients check out and strikes meanwhile, each time after as many more answers as the seed says. In the end each client
 * has its order, and once, and the shop is audited.
 */
export async function strikeUnderLoad({
  url,
  databaseUrl,
  shop,
  told,
  strike,
  carts,
  sendsKeys = true,
  ...options
}: Strikes): Promise<Outcome> {
  const { clients, checkouts, say, times, answersBetween = 400 } = options
  const random = seeded(options.seed)
  const answers = new Answers()
  let struck = 0
  let isOver = false
  const over = () => {
    isOver = true
  }
  const isWanted = (begun: number) => begun < checkouts || (times !== undefined && struck < times)
  const playing = checkOutStubbornly({ url, shop, clients, isWanted, answers, sendsKeys })
  playing.then(over, over)
  while (times === undefined || struck < times) {
    const after = answers.done + BREATH + Math.floor(random() * answersBetween)
    while (answers.done < after && !isOver) await pause(1)
    if (isOver) break
    say(`  blow ${struck + 1}, after ${answers.done} answers`)
    await strike({ before: struck, answers, random })
    struck += 1
  }
  const orders = await playing
  const violations = [
    ...answers.wrong,
    ...(await auditAfterwards({ orders, databaseUrl, carts: sendsKeys ? carts : 'any' })),
  ]
  return { what: told(struck), orders: orders.size, answers, violations }
}
