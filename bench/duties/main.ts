import { parseArgs } from 'node:util'
import { measureBoots } from '../boot.ts'
import { checkOutOver } from '../checkout.ts'
import { runForSeconds } from '../clients.ts'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { openPostgres } from '../postgres.ts'
import { residentMegabytesOf } from '../processes.ts'
import { describeEnvironment, environmentOf } from '../result.ts'
import { START, startFloor, startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { table } from '../table.ts'
import { Series } from './contender.ts'
import type { DutiesReport } from './report.ts'

/*
 * Compares checkouts with idempotency keys, and 64 buyers of the same three variants, with the floor and with a floor
 * that has the same duties. Also measures the start and the memory of a server with all plugins.
 *   npm run bench -- duties --rounds 3 --seconds 3
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    boots: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const { quick } = values
const rounds = Number(values.rounds ?? (quick ? 1 : 3))
const seconds = Number(values.seconds ?? (quick ? 1 : 3))
const boots = Number(values.boots ?? (quick ? 1 : 5))

const ALL_PLUGINS = [...START.slice(0, -1), 'bench/start-all-plugins.js']

exitOnSignal()

const report = await run()
const shown = report.measured.map(({ task, program, clients, perSecond, cpu }) => [
  `${task}, ${program}`,
  String(clients),
  perSecond.toFixed(1),
  cpu ? `${cpu.server.toFixed(1)} + ${cpu.postgres.toFixed(1)}` : '–',
])
console.log(`\n${describeEnvironment(report.environment)}`)
console.log(table('Checkouts', [['', 'clients', 'per second', 'CPU ms'], ...shown]))
const { boot, megabytes } = report.allPlugins
console.log(`With all plugins: start ${boot.median.toFixed(0)} ms, ${megabytes?.toFixed(0) ?? '–'} MB`)
console.log(`Written to ${publishResult('duties', report)}`)
process.exit()

async function run(): Promise<DutiesReport> {
  const environment = environmentOf()
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres(values.postgres))
  const server = ending.use(await startServer(postgres.url))
  const floor = ending.use(await startFloor(postgres.url))
  const dutiful = ending.use(await startFloor(postgres.url, { hasDuties: true }))
  const shop = await setUpShop(server)
  const hot = { ...shop, products: shop.products.slice(0, 3) }
  await postgres.analyze()
  const programs = [
    { name: 'Cartwright', ...server, sendsKeys: true },
    { name: 'floor', ...floor, sendsKeys: false },
    { name: 'floor with duties', ...dutiful, sendsKeys: true },
  ]
  const tasks = [
    { name: 'keys for each change', clients: 8, shop },
    { name: 'the same three variants', clients: 64, shop: hot },
  ]
  const turns = tasks.map((task) => programs.map((program) => new Series(program, task, postgres.pid)))
  for (const one of turns.flat()) await one.warmUp(seconds)
  for (let round = 0; round < rounds; round++) for (const one of turns.flat()) await one.play(seconds)
  const measured = turns.flat().map((one) => one.summary())
  return {
    environment: { ...environment, postgres: postgres.version },
    quick,
    measured,
    allPlugins: await measurePlugins(),
  }
}

async function measurePlugins(): Promise<DutiesReport['allPlugins']> {
  await using postgres = await openPostgres(values.postgres)
  const megabytes = await measureMemory(postgres.url)
  return { boot: await measureBoots(postgres.url, boots, ALL_PLUGINS), megabytes }
}

async function measureMemory(databaseUrl: string): Promise<number | undefined> {
  await using server = await startServer(databaseUrl, {}, { args: ALL_PLUGINS })
  const shop = await setUpShop(server)
  const connection = new Connection(server.url)
  await runForSeconds((i) => checkOutOver(connection, shop, i), { clients: 8, seconds: 3 * seconds })
  connection.close()
  return residentMegabytesOf(server.pid)
}
