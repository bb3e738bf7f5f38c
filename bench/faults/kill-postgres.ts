import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { FaultOptions, Outcome } from './fault.ts'
import type { MortalPostgres } from './mortal-postgres.ts'
import { seeded } from './seeded.ts'
import { Answers, ask } from './stubborn.ts'

type Options = Omit<FaultOptions, 'databaseUrl'> & { postgres: MortalPostgres; outages: number }

/**
 * Ends PostgreSQL under load, by a crash and in order by turns. While it is away every answer is 503, said in time and in
 * the form of errors; once it is back the shop goes on by itself, jobs included.
 */
export async function killPostgres(options: Options): Promise<Outcome> {
  const { postgres, clients, checkouts, seed, say, outages, requestsBetween = 400 } = options
  const random = seeded(seed)
  await using server = await startServer(postgres.url)
  const { url } = server
  const shop = await setUpShop(server)
  const answers = new Answers()
  const playing = checkOutStubbornly({ url, shop, clients, checkouts, answers })
  let isOver = false
  const over = () => {
    isOver = true
  }
  playing.then(over, over)
  let outage = 0
  while (outage < outages && !isOver) {
    const after = answers.done + 20 + Math.floor(random() * requestsBetween)
    while (answers.done < after && !isOver) await pause(1)
    const signal = outage % 2 === 0 ? 'SIGKILL' : 'SIGINT'
    await postgres.end(signal)
    say(`  ended by ${signal} after ${answers.done} requests`)
    await expectUnavailable(url, answers)
    await pause(random() * 1500)
    await postgres.start()
    outage += 1
  }
  const orders = await playing
  const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl: postgres.url }))]
  return { what: `PostgreSQL away ${outage} times`, orders: orders.size, answers, violations }
}

/** What reads and what writes, known callers and unknown ones, over REST and tRPC. */
export async function expectUnavailable(url: string, answers: Answers): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const wrong = { method: 'POST', headers: json, body: JSON.stringify({ email: 'a@example.com', password: 'x' }) }
  const bearer = { headers: { authorization: 'Bearer cartwright_unknown' } }
  const replies = await Promise.all([
    ask(`${url}/store/products`, {}, answers),
    ask(`${url}/store/carts`, { method: 'POST', headers: json, body: '{}' }, answers),
    ask(`${url}/admin/auth`, wrong, answers),
    ask(`${url}/admin/orders`, bearer, answers),
  ])
  for (const reply of replies) if (reply?.status !== 503) answers.wrong.push(`Answered ${reply?.status} instead of 503`)
  const overTrpc = await fetch(`${url}/trpc/store.regions.list`)
  const isTold = overTrpc.status === 503 && overTrpc.headers.has('retry-after')
  if (!isTold) answers.wrong.push(`tRPC answered ${overTrpc.status}`)
}
