import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { auditShop } from '#test/suites/faults/audit.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { freePort } from '../free-port.ts'
import { openPostgres } from '../postgres.ts'
import { quantile } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { START, serverEnvironment, startProgram } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { type Durations, type Load, type Slice, steadinessOf, tableOf } from './report.ts'
import type { Memory } from './serve-memory.ts'
import { Visitors } from './visitors.ts'

/*
 * Simulates visits that browse, check out, log in, use admin lists and process orders. Visits start at a fixed rate. No
 * request may fail, and latency and memory must not grow.
 *   npm run bench -- load
 *   npm run bench -- load --quick --rate 20
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rate: { type: 'string', default: '13' },
    seconds: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const SLICES = values.quick ? 7 : 14
const perSecond = Number(values.rate)
const seconds = Number(values.seconds ?? (values.quick ? 28 : 280)) / SLICES

exitOnSignal()

const load = await run()
printReport(load)
process.exit(Object.keys(load.errors).length + load.violations.length > 0 ? 1 : 0)

async function run(): Promise<Load> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL and the server')
  await using postgres = await openPostgres(values.postgres)
  const login = { email: 'admin@example.com', password: 'correct horse battery staple' }
  const memoryPort = await freePort()
  await using server = await startProgram(['--import', './bench/load/serve-memory.ts', ...START], {
    ...serverEnvironment(postgres.url, login),
    MEMORY_PORT: String(memoryPort),
    NEW_PASSWORDS_PER_ADDRESS: '999999',
  })
  const entrance = { ...login, url: server.url }
  using visitors = await Visitors.of(entrance, await setUpShop(entrance))
  await using database = await connect(postgres.url)
  const { slices, took } = await play(visitors, async () => ({
    ...(await memoryAt(memoryPort)),
    connections: await database.connections(),
  }))
  return {
    environment: { ...environment, postgres: postgres.version },
    quick: values.quick,
    visitsPerSecond: perSecond,
    visits: visitors.count,
    requests: took.flat().length,
    slices,
    steady: steadinessOf(slices, took),
    errors: visitors.errors,
    violations: await auditShop(database.query),
  }
}

async function play(
  visitors: Visitors,
  look: () => Promise<Pick<Slice, keyof Memory | 'connections'>>,
): Promise<{ slices: Slice[]; took: Durations[] }> {
  const [slices, all]: [Slice[], Durations[]] = [[], []]
  while (slices.length < SLICES) {
    const { took, most, errors } = await visitors.come({ perSecond, seconds })
    all.push(took)
    const slice = {
      seconds: seconds * (slices.length + 1),
      requests: took.length,
      p50: quantile(took, 0.5),
      p99: quantile(took, 0.99),
      visitors: most,
      ...(await look()),
      errors,
    }
    slices.push(slice)
    console.log(`${slice.seconds.toFixed(0)} s, ${visitors.count} visits, ${slice.p99.toFixed(0)} ms p99`)
  }
  return { slices, took: all }
}

async function memoryAt(port: number): Promise<Memory> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Memory
}

async function connect(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  const query = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows
  return {
    query,
    async connections() {
      const [counted] = await query(`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      return Number(counted?.count)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

function printReport(load: Load): void {
  console.log(`\n${describeEnvironment(load.environment)}\n${tableOf(load)}`)
  const { p50, p99, heap } = load.steady
  console.log(
    `Last third relative to the first third: p50 ${p50.toFixed(2)} ×, p99 ${p99.toFixed(2)} ×, heap ${heap.toFixed(2)} × (steady: 1)`,
  )
  for (const [error, count] of Object.entries(load.errors)) console.error(`${count} × ${error}`)
  for (const violation of load.violations) console.error(violation)
  console.log(`Written to ${writeResult('load', load)}`)
}
