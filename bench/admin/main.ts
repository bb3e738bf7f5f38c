import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { median } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { startPostgres, startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { ratio, table } from '../table.ts'
import { fill } from './fill.ts'
import { fillOrders } from './fill-orders.ts'
import { ORDER_PAGES } from './order-pages.ts'
import { PAGES, type Page } from './pages.ts'

/*
 * Compares admin lists over HTTP with handwritten SQL for the same page.
 *   npm run bench -- admin --customers 100000 --discounts 10000 --orders 100000 --rounds 40
 */

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    discounts: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
  },
})
const amounts = {
  customers: Number(values.customers),
  discounts: Number(values.discounts),
  orders: Number(values.orders),
}
const rounds = Number(values.rounds)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const ALL_PAGES = [...PAGES, ...ORDER_PAGES]

interface Timed {
  path: string
  service: number
  sql: number
}

const environment = environmentOf()
const lists = await measure()
const rows = lists.map(({ path, service, sql }) => [path, service.toFixed(1), sql.toFixed(1), ratio(service, sql)])
console.log(`\n${describeEnvironment(environment)}\n`)
console.log(table('Milliseconds, median', [['page', 'service', 'bare SQL', 'service/SQL'], ...rows]))
console.log(`\nWritten to ${writeResult('admin', { environment, ...amounts, lists })}`)
process.exit()

async function measure(): Promise<Timed[]> {
  console.log('Starting PostgreSQL and the server')
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await startPostgres())
  const server = ending.use(await startServer(postgres.url))
  await setUpShop(server)
  const databases = [new Client(postgres.url), new Client(postgres.url)] as const
  for (const database of databases) {
    await database.connect()
    ending.defer(() => database.end())
  }
  console.log(`Inserting ${amounts.customers} customers, ${amounts.discounts} discounts`)
  await fill(databases[0], amounts)
  console.log(`and ${amounts.orders} orders`)
  await fillOrders(databases[0], amounts.orders)
  const admin = new Connection(server.url)
  await admin.logIn(server.email, server.password)
  const timed: Timed[] = []
  for (const page of ALL_PAGES) timed.push(await timePage(admin, databases, page))
  return timed
}

async function timePage(admin: Connection, [one, other]: readonly [Client, Client], page: Page): Promise<Timed> {
  const number = ALL_PAGES.indexOf(page)
  const service: number[] = []
  const sql: number[] = []
  for (let round = -5; round < rounds; round++) {
    const [ours, theirs] = [
      await timed(() => admin.get<Record<string, unknown>>(page.path)),
      await timed(() =>
        Promise.all([
          one.query({ name: `rows ${number}`, text: page.rows }),
          other.query({ name: `count ${number}`, text: page.count }),
        ]),
      ),
    ]
    assertSame(ours.answer, theirs.answer, page.path)
    if (round < 0) continue
    service.push(ours.milliseconds)
    sql.push(theirs.milliseconds)
  }
  return { path: page.path, service: median(service), sql: median(sql) }
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; milliseconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, milliseconds: performance.now() - start }
}

interface Answered {
  rows: { id?: string; count?: string }[]
}

function assertSame(body: Record<string, unknown>, [rows, count]: [Answered, Answered], path: string): void {
  const list = Object.values(body).find(Array.isArray) as { id: string }[]
  const same = list.map(({ id }) => id).join() === rows.rows.map(({ id }) => id).join()
  if (!same || body.count !== Number(count.rows[0]?.count)) throw new Error(`${path} and its SQL return different rows`)
}
