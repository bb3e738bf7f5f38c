import { parseArgs } from 'node:util'
import { checkout } from './checkout.ts'
import { Connection } from './connection.ts'
import { type Played, play } from './play.ts'
import { usageOf } from './processes.ts'
import { type Measured, type Report, tables } from './report.ts'
import { environmentOf, writeResult } from './result.ts'
import { type RunningPostgres, type RunningProgram, startFloor, startPostgres, startServer } from './server.ts'
import { type BenchShop, type Login, setUpShop } from './shop.ts'
import { countStatements } from './statements.ts'

/*
 * Measures whole checkouts, on a PostgreSQL and a server of its own. The clients run on the same machine and take their
 * share of it.
 *
 *   npm run bench -- --clients 1,8 --checkouts 400
 *   npm run bench -- --peer http://127.0.0.1:9100 --peer-email … --peer-password …
 */

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,8' },
    checkouts: { type: 'string', default: '400' },
    'warm-up': { type: 'string', default: '100' },
    /** Another server with the same wire format, to compare with. */
    peer: { type: 'string' },
    'peer-email': { type: 'string', default: 'admin@test.com' },
    'peer-password': { type: 'string', default: 'supersecret' },
    'peer-checkouts': { type: 'string', default: '40' },
    'peer-warm-up': { type: 'string', default: '10' },
  },
})
const clients = values.clients.split(',').map(Number)
const peer = values.peer && { url: values.peer, email: values['peer-email'], password: values['peer-password'] }

// Ending by `exit` lets PostgreSQL, and its files, go with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const report = await measure()
console.log(`\n${tables(report)}\n`)
console.log(`Written to ${writeResult('checkouts', report)}`)
process.exit()

async function measure(): Promise<Report> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL and the server')
  await using postgres = await startPostgres()
  await using server = await startServer(postgres.url)
  const shop = await setUpShop(server)
  const own = await measureProgram(postgres, server, shop)
  const floor = await measureFloor(postgres, server.url, shop)
  const statements = await countStatements(postgres.url, shop)
  return { environment, statements, own, floor, peer: peer ? await measurePeer(peer) : [] }
}

/** The floor has to do the same: a limit that forgets the tax is none. */
async function measureFloor(postgres: RunningPostgres, serverUrl: string, shop: BenchShop): Promise<Measured[]> {
  await using floor = await startFloor(postgres.url)
  await assertSameTotals([serverUrl, floor.url], shop)
  return await measureProgram(postgres, floor, shop)
}

async function assertSameTotals(urls: readonly string[], shop: BenchShop): Promise<void> {
  const totals: string[] = []
  for (const url of urls) {
    const connection = new Connection(url)
    const order = await checkout((_, method, path, body) => connection.send(method, path, body), shop, 1)
    const { subtotal, discount_total, shipping_total, tax_total, total } = order
    totals.push(JSON.stringify({ subtotal, discount_total, shipping_total, tax_total, total }))
    connection.close()
  }
  if (new Set(totals).size > 1) throw new Error(`The totals differ: ${totals.join(' and ')}`)
}

async function measureProgram(postgres: RunningPostgres, server: RunningProgram, shop: BenchShop): Promise<Measured[]> {
  const checkouts = Number(values.checkouts)
  console.log(`Warming up ${server.url}`)
  await play({ url: server.url, shop, clients: Math.max(...clients), checkouts: Number(values['warm-up']) })
  const measured: Measured[] = []
  for (const count of clients) {
    console.log(`Playing ${checkouts} checkouts, ${count} at a time`)
    const usage = () => ({ server: usageOf(server.pid), postgres: usageOf(postgres.pid) })
    const before = usage()
    const played = await play({ url: server.url, shop, clients: count, checkouts })
    measured.push({ played, cost: costOf(before, usage(), checkouts) })
  }
  return measured
}

type BothUsages = Record<'server' | 'postgres', ReturnType<typeof usageOf>>

function costOf(before: BothUsages, after: BothUsages, checkouts: number): Measured['cost'] {
  const of = (program: keyof BothUsages) => {
    const [from, to] = [before[program], after[program]]
    return from && to && { ...to, cpuMilliseconds: (to.cpuMilliseconds - from.cpuMilliseconds) / checkouts }
  }
  const [server, postgres] = [of('server'), of('postgres')]
  return server && postgres && { server, postgres }
}

async function measurePeer(login: Login): Promise<Played[]> {
  console.log(`Setting up and warming up ${login.url}`)
  const shop = await setUpShop(login)
  await play({ url: login.url, shop, clients: 1, checkouts: Number(values['peer-warm-up']) })
  const played: Played[] = []
  for (const count of clients) {
    const checkouts = Number(values['peer-checkouts'])
    console.log(`Playing ${checkouts} checkouts there, ${count} at a time`)
    played.push(await play({ url: login.url, shop, clients: count, checkouts }))
  }
  return played
}
