import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { FaultOptions, Outcome } from './fault.ts'
import { expectUnavailable } from './kill-postgres.ts'
import type { MortalPostgres } from './mortal-postgres.ts'
import { seeded } from './seeded.ts'
import { Answers } from './stubborn.ts'

type Options = Omit<FaultOptions, 'databaseUrl'> & { postgres: MortalPostgres; times: number }

/** How long an answer may take, and how long more the machine may take to give it, in seconds. */
const ANSWER_TIMEOUT = 2
const SLACK = 8

/**
 * Has PostgreSQL stand still, connections and all, as on a disk that does not answer. Nobody waits for it longer than the
 * bound of requests; when it goes on so does the shop, and nothing was done that was told to have failed.
 */
export async function freezePostgres(options: Options): Promise<Outcome> {
  const { postgres, clients, checkouts, seed, say, times, requestsBetween = 400 } = options
  const random = seeded(seed)
  const bounds = { ANSWER_TIMEOUT_SECONDS: String(ANSWER_TIMEOUT), DATABASE_WAIT_SECONDS: '1' }
  await using server = await startServer(postgres.url, bounds)
  const { url } = server
  const shop = await setUpShop(server)
  const answers = new Answers()
  const playing = checkOutStubbornly({ url, shop, clients, checkouts, answers })
  let isOver = false
  const over = () => {
    isOver = true
  }
  playing.then(over, over)
  let frozen = 0
  while (frozen < times && !isOver) {
    const after = answers.done + 20 + Math.floor(random() * requestsBetween)
    while (answers.done < after && !isOver) await pause(1)
    postgres.freeze()
    frozen += 1
    say(`  stopped after ${answers.done} requests`)
    try {
      await expectUnavailable(url, answers)
      if ((await fetch(`${url}/health`)).status !== 200) answers.wrong.push('The server does not say that it is alive')
    } finally {
      postgres.thaw()
    }
  }
  const orders = await playing
  const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl: postgres.url }))]
  if (answers.longest > (ANSWER_TIMEOUT + SLACK) * 1000) violations.push(`an answer took ${answers.longest} ms`)
  return { what: `PostgreSQL stands still ${frozen} times`, orders: orders.size, answers, violations }
}
