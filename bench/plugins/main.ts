import { parseArgs } from 'node:util'
import { checkOutOver } from '../checkout.ts'
import { runWithClients } from '../clients.ts'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, openPostgres } from '../postgres.ts'
import { cpuMillisecondsOf, residentMegabytesOf } from '../processes.ts'
import { describeEnvironment, environmentOf } from '../result.ts'
import { type RunningServer, START, startServer } from '../server.ts'
import { type BenchShop, setUpShop } from '../shop.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'
import { costTable, NAMES, type PluginCosts, PROGRAMS, type Program, type ProgramCost } from './report.ts'

/*
 * Measures the cost of plugins for carts that do not use them: a shop without plugins, a copy of it, and a shop
 * with all plugins of this repository check out in turns.
 *   npm run bench -- plugins --turns 10 --checkouts 200 --clients 8
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    turns: { type: 'string' },
    /** Number of checkouts of each program in each turn. */
    checkouts: { type: 'string' },
    'warm-up': { type: 'string' },
    clients: { type: 'string', default: '8' },
  },
})
const numberOf = (value: string | undefined, usual: number, short: number) =>
  Number(value ?? (values.quick ? short : usual))
const turns = numberOf(values.turns, 10, 2)
const checkouts = numberOf(values.checkouts, 200, 20)
const warmUp = numberOf(values['warm-up'], 1500, 50)
const clients = Number(values.clients)

const ENTRIES: Record<Program, string> = {
  base: 'bench/plugins/start-core.js',
  copy: 'bench/plugins/start-core.js',
  plugins: 'bench/start-all-plugins.js',
}

interface Contender {
  server: RunningServer
  shop: BenchShop
  cost: ProgramCost
  done: number
}

exitOnSignal()

const report = await compare()
console.log(`\n${describeEnvironment(report.environment)}\n\n${costTable(report)}\n`)
console.log(`Written to ${publishResult('plugins', report)}`)
process.exit()

async function compare(): Promise<PluginCosts> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL and the servers')
  await using postgres = await openPostgres()
  await using ending = new AsyncDisposableStack()
  const contenders: Contender[] = []
  for (const program of PROGRAMS) contenders.push(await openContender(postgres, program, ending))
  for (const one of contenders) await checkOut(one, warmUp / 2)
  await postgres.analyze()
  for (const one of contenders) await checkOut(one, warmUp / 2)
  for (let turn = 1; turn <= turns; turn++) {
    for (const one of turn % 2 === 1 ? contenders : contenders.toReversed()) await measure(one, postgres)
    const shown = contenders.map(({ cost }) => `${NAMES[cost.program]} ${shownTurn(cost)}`)
    console.log(`turn ${turn} of ${turns}, CPU of server + PostgreSQL: ${shown.join('; ')}`)
  }
  for (const { server, cost } of contenders) cost.megabytes = residentMegabytesOf(server.pid) ?? Number.NaN
  const costs = contenders.map(({ cost }) => cost)
  return { environment: { ...environment, postgres: postgres.version }, quick: values.quick, clients, checkouts, costs }
}

/** The first start fills the compile cache, which later starts read. Without it the server needs more memory. */
async function openContender(
  postgres: BenchPostgres,
  program: Program,
  ending: AsyncDisposableStack,
): Promise<Contender> {
  const args = START.with(-1, ENTRIES[program])
  const start = async () => startServer(await postgres.addDatabase(), {}, { args })
  await (await start())[Symbol.asyncDispose]()
  const server = ending.use(await start())
  const shop = await setUpShop(server)
  const cost = { program, turns: [], megabytes: Number.NaN }
  return { server, shop, cost, done: 0 }
}

async function checkOut(contender: Contender, count: number): Promise<void> {
  const { server, shop, done } = contender
  const connection = new Connection(server.url)
  const isWanted = (begun: number) => begun < count
  await runWithClients(clients, isWanted, (i) => checkOutOver(connection, shop, done + i))
  connection.close()
  contender.done += count
}

async function measure(contender: Contender, postgres: BenchPostgres): Promise<void> {
  const usage = () => ({ server: cpuOf(contender.server.pid), postgres: cpuOf(postgres.pid) })
  const before = usage()
  await checkOut(contender, checkouts)
  await waitUntilIdle([contender.server.pid, postgres.pid])
  const after = usage()
  contender.cost.turns.push({
    server: (after.server - before.server) / checkouts,
    postgres: (after.postgres - before.postgres) / checkouts,
  })
}

function cpuOf(pid: number | undefined): number {
  return (pid === undefined ? undefined : cpuMillisecondsOf(pid)) ?? Number.NaN
}

function shownTurn({ turns }: ProgramCost): string {
  const { server, postgres } = turns.at(-1)!
  return `${server.toFixed(1)} + ${postgres.toFixed(1)} ms`
}
