import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { auditShop } from '../faults/audit.ts'
import { openPostgres } from '../postgres.ts'
import { quantile } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { freePort, START, serverEnvironment, startProgram } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { journeyOf, type Visit } from './journeys.ts'
import { openLoop } from './open-loop.ts'
import { type Load, type Slice, steadinessOf, tableOf } from './report.ts'
import type { Memory } from './tell-memory.ts'

/*
 * Thirty minutes of a shop with two visits a second, in five minutes: visitors come at a fixed rate and browse, fill carts,
 * buy, log in, look through the lists of the administration, and handle orders to their return. Nothing may fail, and in
 * the end nothing may take longer, or more memory, than in the beginning.
 *
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
console.log(`\n${describeEnvironment(load.environment)}\n${tableOf(load)}`)
const { p50, p99, heap } = load.steady
console.log(
  `The last third to the first: p50 ${p50.toFixed(2)} ×, p99 ${p99.toFixed(2)} ×, heap ${heap.toFixed(2)} × (steady: 1)`,
)
for (const [error, count] of Object.entries(load.errors)) console.error(`${count} × ${error}`)
for (const violation of load.violations) console.error(violation)
console.log(`Written to ${writeResult('load', load)}`)
process.exit(Object.keys(load.errors).length + load.violations.length > 0 ? 1 : 0)

async function run(): Promise<Load> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL and the server')
  await using postgres = await openPostgres(values.postgres)
  const login = { email: 'admin@example.com', password: 'correct horse battery staple' }
  const memoryPort = String(await freePort())
  await using server = await startProgram(['--import', './bench/load/tell-memory.ts', ...START], {
    ...serverEnvironment(postgres.url, login),
    MEMORY_PORT: memoryPort,
  })
  const entrance = { ...login, url: server.url }
  const shop = await setUpShop(entrance)
  await using database = await connect(postgres.url)
  const [storefront, administration] = [new Connection(server.url), new Connection(server.url)]
  await administration.logIn(login.email, login.password)

  const errors: Load['errors'] = {}
  const took: number[][] = []
  const slices: Slice[] = []
  const timed =
    (connection: Connection): Visit['send'] =>
    async (method, path, body) => {
      const began = performance.now()
      const answer = await connection.send(method, path, body)
      took.at(-1)!.push(performance.now() - began)
      return answer
    }
  const visit: Omit<Visit, 'i'> = {
    send: timed(storefront),
    asAdmin: timed(administration),
    newSession() {
      const connection = new Connection(server.url)
      return { connection, send: timed(connection) }
    },
    login: entrance,
    shop,
    sold: [],
  }
  const errorCount = () => Object.values(errors).reduce((sum, count) => sum + count, 0)
  let visits = 0
  while (slices.length < SLICES) {
    const milliseconds: number[] = []
    took.push(milliseconds)
    const failedBefore = errorCount()
    const { came, most } = await openLoop(
      async (i) => {
        try {
          await journeyOf(i)({ ...visit, i })
        } catch (error) {
          const kind = String(error).replaceAll(/\b[a-z]+_[0-9A-Z]{26}\b/g, '…')
          errors[kind] = (errors[kind] ?? 0) + 1
        }
      },
      { perSecond, seconds, first: visits },
    )
    visits += came
    slices.push({
      seconds: seconds * (slices.length + 1),
      requests: milliseconds.length,
      p50: quantile(milliseconds, 0.5),
      p99: quantile(milliseconds, 0.99),
      visitors: most,
      ...((await (await fetch(`http://127.0.0.1:${memoryPort}`)).json()) as Memory),
      connections: await database.connections(),
      errors: errorCount() - failedBefore,
    })
    console.log(`${(seconds * slices.length).toFixed(0)} s, ${visits} visits, ${slices.at(-1)!.p99.toFixed(0)} ms p99`)
  }
  for (const connection of [storefront, administration]) connection.close()
  return {
    environment: { ...environment, postgres: postgres.version },
    quick: values.quick,
    visitsPerSecond: perSecond,
    visits,
    requests: took.flat().length,
    slices,
    steady: steadinessOf(slices, took),
    errors,
    violations: await auditShop(database.query),
  }
}

/** A look at the database beside the server. */
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
