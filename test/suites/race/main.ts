import { parseArgs } from 'node:util'
import { exitOnSignal } from '../../../bench/exit-on-signal.ts'
import { startPooler } from '../../../bench/pooler.ts'
import { type RunningServer, startServer } from '../../../bench/server.ts'
import { table } from '../../../bench/table.ts'
import { openSuiteDatabase } from '../suite-database.ts'
import { type Race, runRaces } from './race.ts'

/*
 * Sends conflicting requests to several server processes on one PostgreSQL, and then checks the invariants.
 *
 *   npm run race -- --servers 4 --buyers 50
 *   npm run race -- --only 'after the sale' --turns 500
 *   npm run race -- --pooled      through an installed PgBouncer in transaction mode
 *   npm run race -- --inventory   with stock at three locations
 */

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '4' },
    buyers: { type: 'string', default: '50' },
    turns: { type: 'string', default: '40' },
    only: { type: 'string' },
    pooled: { type: 'boolean' },
    inventory: { type: 'boolean', default: false },
  },
})

exitOnSignal()

const races = await run(Number(values.servers), Number(values.buyers))
if (races.length === 0) throw new Error(`Unknown race: ${values.only}`)
console.log(`\n${report(races)}\n`)
const violations = races.flatMap((one) => one.violations)
for (const violation of violations) console.error(violation)
console.log(violations.length === 0 ? 'No violation.' : `${violations.length} violations.`)
process.exit(violations.length === 0 ? 0 : 1)

async function run(servers: number, buyers: number): Promise<Race[]> {
  console.log(`Starting PostgreSQL and ${servers} servers`)
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openSuiteDatabase())
  const pooler = values.pooled ? ending.use(await startPooler(postgres.url)) : undefined
  const url = pooler?.url ?? postgres.url
  const environment: Record<string, string> = {
    INVENTORY: String(values.inventory),
    // The callers wait for the same rows, on a busy machine for long. Deadlocks are refused at once.
    DATABASE_WAIT_SECONDS: '60',
    ANSWER_TIMEOUT_SECONDS: '120',
    ...(pooler && { DATABASE_DIRECT_URL: postgres.url }),
  }
  // The first server migrates the database and creates the administrator.
  const running: RunningServer[] = [ending.use(await startServer(url, environment))]
  while (running.length < servers) running.push(ending.use(await startServer(url, environment)))
  const { only } = values
  const turns = Number(values.turns)
  return await runRaces({ servers: running, databaseUrl: postgres.url, buyers, turns, only, print: console.log })
}

function report(races: readonly Race[]): string {
  const answered = races.flatMap(({ name, answers }) => [
    name,
    ...Array.from(answers, ([answer, count]) => `${String(count).padStart(6)} × ${answer}`),
  ])
  const head = ['race', 'requests', 'ms', 'violations']
  const rows = races.map(({ name, requests, milliseconds, violations }) => [
    name,
    String(requests),
    milliseconds.toFixed(0),
    String(violations.length),
  ])
  return [...answered, '', table(`${values.buyers} buyers, ${values.servers} servers`, [head, ...rows])].join('\n')
}
