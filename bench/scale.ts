import { parseArgs } from 'node:util'
import { checkOutOver } from './checkout.ts'
import { runForSeconds } from './clients.ts'
import { Connection } from './connection.ts'
import { exitOnSignal } from './exit-on-signal.ts'
import { poolerVersion, startPooler } from './pooler.ts'
import { openPostgres } from './postgres.ts'
import { cpuMillisecondsOf, sharedMegabytesOf } from './processes.ts'
import { describeEnvironment, type Environment, environmentOf, writeResult } from './result.ts'
import { startServer } from './server.ts'
import { type BenchShop, setUpShop } from './shop.ts'
import { table } from './table.ts'

interface Scale {
  environment: Environment
  clients: number
  /** CPU is in milliseconds of the server and the pooler per checkout. */
  measured: {
    name: string
    perSecond: number[]
    cpuMilliseconds: (number | undefined)[]
    megabytes: number | undefined
  }[]
}

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
})
const clients = Number(values.clients)

exitOnSignal()

const scale = await run()
console.log(`\n${describeEnvironment(scale.environment)}`)
const rows = scale.measured.map(({ name, perSecond, cpuMilliseconds, megabytes }) => [
  name,
  perSecond.map((rate) => rate.toFixed(1)).join(' '),
  cpuMilliseconds.map((cpu) => cpu?.toFixed(1) ?? '').join(' '),
  megabytes?.toFixed(0) ?? '',
])
console.log(table(`${clients} clients`, [['', 'checkouts/s', 'CPU ms a checkout', 'MB'], ...rows]))
console.log(`Written to ${writeResult('scale', scale)}`)
process.exit()

async function run(): Promise<Scale> {
  const environment = environmentOf()
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres())
  const one = ending.use(await startServer(postgres.url))
  const two = ending.use(await startServer(postgres.url, { WORKERS: '2' }))
  const pooler = poolerVersion() ? ending.use(await startPooler(postgres.url)) : undefined
  const behind = pooler && ending.use(await startServer(pooler.url, { DATABASE_DIRECT_URL: postgres.url }))
  const servers = [
    { name: 'one process', url: one.url, pids: [one.pid] },
    { name: 'two workers', url: two.url, pids: [two.pid] },
    ...(behind ? [{ name: `one behind ${poolerVersion()}`, url: behind.url, pids: [behind.pid, pooler.pid] }] : []),
  ]
  const shop = await setUpShop(one)
  const measured: Scale['measured'] = servers.map(({ name }) => ({
    name,
    perSecond: [],
    cpuMilliseconds: [],
    megabytes: undefined,
  }))
  for (const { url } of servers) await play(url, shop, 3)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [index, { url, pids }] of servers.entries()) {
      const cpu = () => pids.reduce((sum, pid) => sum + (cpuMillisecondsOf(pid) ?? Number.NaN), 0)
      const before = cpu()
      const { done, perSecond } = await play(url, shop, Number(values.seconds))
      measured[index]!.perSecond.push(perSecond)
      measured[index]!.cpuMilliseconds.push((cpu() - before) / done)
      measured[index]!.megabytes = sharedMegabytesOf(pids[0]!)
    }
  }
  return { environment, clients, measured }
}

async function play(url: string, shop: BenchShop, seconds: number) {
  const connection = new Connection(url)
  const played = await runForSeconds((i) => checkOutOver(connection, shop, i), { clients, seconds })
  connection.close()
  return played
}
