import { randomUUID } from 'node:crypto'
import { Connection } from '../../../bench/connection.ts'
import { START, serverEnvironment, startProgram } from '../../../bench/server.ts'
import { type Login, setUpShop } from '../../../bench/shop.ts'
import type { Fault } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'

/**
 * Shifts the clock of the server by a day in both directions during checkouts. Sessions, idempotency keys, logins and
 * jobs must not be affected, because they use the clock of PostgreSQL.
 */
export const shiftClock: Fault = async (options) => {
  const known = { email: 'admin@example.com', password: 'correct horse battery staple' }
  const environment = serverEnvironment(options.databaseUrl, known)
  await using server = await startProgram(['--import', './test/suites/faults/shifted-clock.ts', ...START], environment)
  const login = { ...known, url: server.url }
  const shop = await setUpShop(login)
  const key = randomUUID()
  const cart = await postOnce(server.url, key)
  using ending = new DisposableStack()
  const sessions: Connection[] = []
  const logIn = async () => {
    sessions.push(ending.adopt(await loggedIn(login), (session) => session.close()))
  }
  await logIn()
  return await injectFaultsUnderLoad({
    ...options,
    url: server.url,
    shop,
    carts: [cart],
    describe: (times) => `${times} × the clock jumps`,
    async injectFault({ answers }) {
      process.kill(server.pid, 'SIGUSR2')
      // Sessions from before each shift and one from after it.
      await logIn()
      for (const session of sessions) await session.get('/admin/orders?limit=1')
      if ((await postOnce(server.url, key)) !== cart)
        answers.wrong.push('an idempotency key was forgotten when the clock jumped')
    },
  })
}

async function loggedIn({ url, email, password }: Login): Promise<Connection> {
  const session = new Connection(url)
  await session.logIn(email, password)
  return session
}

async function postOnce(url: string, key: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${url}/store/carts`, { method: 'POST', headers, body: '{}' })
  if (answer.status !== 200) throw new Error(`/store/carts answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { cart: { id: string } }).cart.id
}
