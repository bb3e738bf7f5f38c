import { setTimeout as pause } from 'node:timers/promises'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries, type RetryingCheckouts } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { ResponseLog } from './retrying-client.ts'
import { createSeededRandom } from './seeded-random.ts'

export interface FaultInjection extends FaultOptions, Pick<RetryingCheckouts, 'url' | 'shop'> {
  databaseUrl: string
  describe: (times: number) => string
  /** Injects the fault. Resolves when the system works again. */
  injectFault: InjectFault
  carts?: readonly string[]
  sendsKeys?: boolean
}

export type InjectFault = (context: FaultContext) => Promise<void>

interface FaultContext {
  before: number
  answers: ResponseLog
  random: () => number
}

export const MIN_RESPONSES = 20

/**
 * Runs checkouts and injects faults, each after a seeded number of responses. Then checks that each client has exactly
 * one order, and audits the shop.
 */
export async function injectFaultsUnderLoad({
  url,
  databaseUrl,
  shop,
  describe,
  injectFault,
  carts,
  sendsKeys = true,
  ...options
}: FaultInjection): Promise<FaultOutcome> {
  const { clients, checkouts } = options
  const answers = new ResponseLog()
  const [orders, faultCount] = await injectFaultsDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url, shop, clients, isWanted, hurried: checkouts, answers, sendsKeys })
    },
    { ...options, answers, injectFault },
  )
  const violations = [
    ...answers.wrong,
    ...(await auditAfterwards({ orders, databaseUrl, carts: sendsKeys ? carts : 'any' })),
  ]
  return { what: describe(faultCount), orders: orders.size, answers, violations }
}

export interface InjectionOptions extends Pick<FaultOptions, 'seed' | 'print' | 'times' | 'answersBetween'> {
  answers: ResponseLog
  injectFault: InjectFault
}

/**
 * Injects faults while clients work, each after a seeded number of responses. `isOpen` is true until the last fault.
 * Returns the result of the work and the number of faults.
 * @throws if the work ends before the first fault.
 */
export async function injectFaultsDuring<Result>(
  work: (isOpen: () => boolean) => Promise<Result>,
  { answers, injectFault, seed, print, times, answersBetween = 400 }: InjectionOptions,
): Promise<[result: Result, faultCount: number]> {
  const random = createSeededRandom(seed)
  let faultCount = 0
  let isOver = false
  const over = () => {
    isOver = true
  }
  const working = work(() => times !== undefined && faultCount < times)
  working.then(over, over)
  while (times === undefined || faultCount < times) {
    const after = answers.done + MIN_RESPONSES + Math.floor(random() * answersBetween)
    while (answers.done < after && !isOver) await pause(1)
    if (isOver) break
    print(`  fault ${faultCount + 1}, after ${answers.done} responses`)
    await injectFault({ before: faultCount, answers, random })
    faultCount += 1
  }
  const result = await working
  if (faultCount === 0) throw new Error('The work ended before the first fault')
  return [result, faultCount]
}
