import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from '../connection.ts'
import { START, serverEnvironment, startProgram } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { Fault } from './fault.ts'
import { seeded } from './seeded.ts'
import { Answers } from './stubborn.ts'

/**
 * The clock of the server jumps a day ahead and a day back while clients check out. Who is logged in stays so, what has a
 * key is answered again, passwords are taken, jobs are done: what matters rests on the clock of PostgreSQL.
 */
export const shiftClock: Fault = async ({
  databaseUrl,
  clients,
  checkouts,
  seed,
  say,
  requestsBetween = 400,
  kills = 6,
}) => {
  const random = seeded(seed)
  const login = { email: 'admin@example.com', password: 'correct horse battery staple' }
  const environment = serverEnvironment(databaseUrl, login)
  await using server = await startProgram(['--import', './bench/faults/shifted-clock.ts', ...START], environment)
  const { url } = server
  const shop = await setUpShop({ ...login, url })
  const answers = new Answers()
  const key = randomUUID()
  const cart = await postOnce(url, key)
  const sessions = [await logIn(url, login)]
  const playing = checkOutStubbornly({ url, shop, clients, checkouts, answers })
  let isOver = false
  const over = () => {
    isOver = true
  }
  playing.then(over, over)
  let jumps = 0
  while (jumps < kills && !isOver) {
    const after = answers.done + 20 + Math.floor(random() * requestsBetween)
    while (answers.done < after && !isOver) await pause(1)
    process.kill(server.pid, 'SIGUSR2')
    jumps += 1
    say(`  jumped after ${answers.done} requests`)
    // Sessions from before each jump, and one from after it.
    sessions.push(await logIn(url, login))
    for (const session of sessions) await session.get('/admin/orders?limit=1')
    if ((await postOnce(url, key)) !== cart) answers.wrong.push('A key was not known any more')
  }
  for (const session of sessions) session.close()
  const orders = await playing
  const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl, carts: [cart] }))]
  return { what: `the clock jumps ${jumps} times`, orders: orders.size, answers, violations }
}

async function logIn(url: string, { email, password }: { email: string; password: string }): Promise<Connection> {
  const session = new Connection(url)
  await session.logIn(email, password)
  return session
}

/** The id of the cart that is made by this key. */
async function postOnce(url: string, key: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${url}/store/carts`, { method: 'POST', headers, body: '{}' })
  if (answer.status !== 200) throw new Error(`/store/carts answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { cart: { id: string } }).cart.id
}
