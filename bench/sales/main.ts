import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { openPostgres } from '../postgres.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { median } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { table } from '../table.ts'
import { compareTriggers } from './checkouts.ts'
import { fillSales } from './fill.ts'

/*
 * Measures the statistics of the start page, and their cost for a checkout.
 *   npm run bench -- sales --orders 1000000 --variants 20000 --rounds 20 --checkouts 40
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    orders: { type: 'string' },
    variants: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '20' },
    checkouts: { type: 'string' },
  },
})
const orders = Number(values.orders ?? (values.quick ? 20_000 : 1_000_000))
const variants = Number(values.variants)
const rounds = Number(values.rounds)
const checkouts = Number(values.checkouts ?? (values.quick ? 10 : 40))

/** Milliseconds. */
const GOAL = 300
const TABLES = ['sale', 'quarter_hour_sale', 'daily_sale', 'variant_sale', 'variant_sale_total', 'tax_entry']

exitOnSignal()

const report = await run()
const rows = report.answers.map(({ path, cpu, p50, max }) => [path, cpu.toFixed(0), p50.toFixed(0), max.toFixed(0)])
console.log(`\n${describeEnvironment(report.environment)}\n`)
console.log(
  table(`Milliseconds with ${orders} orders (goal: ${GOAL})`, [['query', 'CPU', 'median', 'slowest'], ...rows]),
)
const { withTriggers, withoutTriggers } = report.checkout
console.log(
  `\nCPU of a checkout with triggers ${withTriggers.toFixed(2)} ms, without ${withoutTriggers.toFixed(2)} ms: ` +
    `${(withTriggers / withoutTriggers).toFixed(3)} ×`,
)
console.log(
  `Sums: ${report.megabytes.sums} MB of ${report.megabytes.all} MB, computed in ${report.rebuildSeconds.toFixed(0)} s`,
)
const isMissed = report.answers.some(({ p50 }) => p50 > GOAL)
console.log(isMissed ? 'The goal is missed.' : 'The goal is met.')
console.log(`Written to ${writeResult('sales', report)}`)
process.exit(isMissed ? 1 : 0)

async function run() {
  const environment = environmentOf()
  await using ending = new AsyncDisposableStack()
  console.log('Starting PostgreSQL and the server')
  const postgres = ending.use(await openPostgres())
  const server = ending.use(await startServer(postgres.url))
  const shop = await setUpShop(server)
  console.log(`Inserting ${orders} orders`)
  const rebuildSeconds = await fillSales(postgres.url, {
    orders,
    variants,
    customers: Math.ceil(orders / 3),
    openCarts: orders / 10,
  })
  const admin = new Connection(server.url)
  await admin.logIn(server.email, server.password)
  const answers = []
  const processes = [server.pid, postgres.pid!]
  for (const path of pathsOf()) answers.push(await timePath(admin, path, processes))
  const checkout = await compareTriggers({
    url: postgres.url,
    postgresPid: postgres.pid!,
    server,
    shop,
    rounds: values.quick ? 2 : 8,
    checkouts,
  })
  const megabytes = await sizesOf(postgres.url)
  return { environment, quick: values.quick, orders, variants, answers, checkout, megabytes, rebuildSeconds }
}

/** The queries of the start page and of the tax report, in the time zone of the stored days and in others. */
function pathsOf(): string[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const periods = [7, 60, 365, 730].map((days) => `from=${day(days)}&to=${day(0)}`)
  const allTime = `from=1970-01-01&to=${day(0)}`
  const middle = `from=${day(500)}&to=${day(130)}`
  const zones = ['', '&time_zone=Asia/Kolkata', '&time_zone=Pacific/Auckland']
  const inZones = (paths: readonly string[]) => paths.flatMap((path) => zones.map((zone) => path + zone))
  const ofPeriods = (name: string) => [...periods, middle, allTime].map((period) => `${name}?${period}`)
  return [
    ...inZones([...periods.map((period) => `sales?${period}`), `sales?${allTime}&grain=month`]),
    ...inZones(['top-products', 'taxes', 'conversion'].flatMap(ofPeriods)),
    ...['running-out', 'attention', 'low-stock', 'failures'],
  ].map((path) => `/admin/statistics/${path}`)
}

/** `cpu` is that of the server and of PostgreSQL, which other programs on the machine change less than the time. */
async function timePath(admin: Connection, path: string, processes: readonly number[]) {
  const used = () => processes.reduce((sum, pid) => sum + (cpuMillisecondsOf(pid) ?? Number.NaN), 0)
  for (let round = 0; round < 2; round++) await admin.get<object>(path)
  const took: number[] = []
  const before = used()
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await admin.get<object>(path)
    took.push(performance.now() - began)
  }
  return { path, cpu: (used() - before) / rounds, p50: median(took)!, max: Math.max(...took) }
}

async function sizesOf(url: string): Promise<{ sums: number; all: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ sums: string; all: string }>(
    `select sum(pg_total_relation_size(name::regclass)) as sums, pg_database_size(current_database()) as all
     from unnest($1::text[]) name`,
    [TABLES],
  )
  await client.end()
  const megabytes = (bytes: string) => Math.round(Number(bytes) / 1_000_000)
  return { sums: megabytes(rows[0]!.sums), all: megabytes(rows[0]!.all) }
}
