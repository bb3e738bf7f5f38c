import { parseArgs } from 'node:util'
import { checkOutOver } from './checkout.ts'
import { runWithClients } from './clients.ts'
import { Connection } from './connection.ts'
import { exitOnSignal } from './exit-on-signal.ts'
import { publishResult } from './page/write-page.ts'
import { openPostgres } from './postgres.ts'
import { residentMegabytesOf } from './processes.ts'
import { describeEnvironment, type Environment, environmentOf } from './result.ts'
import { startServer } from './server.ts'
import { setUpShop } from './shop.ts'

export interface Soak {
  environment: Environment
  quick: boolean
  clients: number
  /** `perSecond` is the rate since the previous sample. */
  samples: { checkouts: number; megabytes: number; perSecond: number }[]
  /** Megabytes per 1,000 checkouts, by linear regression over the second half. */
  slope: number
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    checkouts: { type: 'string' },
    clients: { type: 'string', default: '8' },
    postgres: { type: 'string' },
  },
})
const total = Number(values.checkouts ?? (values.quick ? 200 : 10_000))
const clients = Number(values.clients)
const SAMPLES = 20

exitOnSignal()

const soak = await run()
console.log(`\n${describeEnvironment(soak.environment)}`)
const last = soak.samples.at(-1)!
console.log(
  `${last.megabytes.toFixed(0)} MB resident after ${last.checkouts} checkouts, ${soak.slope.toFixed(2)} MB more per 1,000 checkouts`,
)
console.log(`Written to ${publishResult('soak', soak)}`)
process.exit()

async function run(): Promise<Soak> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL and the server')
  await using postgres = await openPostgres(values.postgres)
  await using server = await startServer(postgres.url)
  const shop = await setUpShop(server)
  const connection = new Connection(server.url)
  const samples: Soak['samples'] = []
  let done = 0
  let since = performance.now()
  const every = Math.max(1, Math.floor(total / SAMPLES))
  const isWanted = (begun: number) => begun < total
  await runWithClients(clients, isWanted, async (i) => {
    await checkOutOver(connection, shop, i)
    done += 1
    if (done % every > 0) return
    const now = performance.now()
    const megabytes = residentMegabytesOf(server.pid) ?? Number.NaN
    const perSecond = every / ((now - since) / 1000)
    since = now
    samples.push({ checkouts: done, megabytes, perSecond })
    console.log(`${done} checkouts, ${megabytes.toFixed(0)} MB resident, ${perSecond.toFixed(0)} checkouts/s`)
  })
  connection.close()
  const half = samples.slice(Math.floor(samples.length / 2))
  return {
    environment: { ...environment, postgres: postgres.version },
    quick: values.quick,
    clients,
    samples,
    slope: slopeOf(half.map(({ checkouts, megabytes }) => [checkouts / 1000, megabytes])),
  }
}

function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const along = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return along / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}
