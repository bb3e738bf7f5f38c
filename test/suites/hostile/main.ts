import './shop-parts.ts'

import { parseArgs } from 'node:util'
import { exitOnSignal } from '../../../bench/exit-on-signal.ts'
import { table } from '../../../bench/table.ts'
import { openSuiteDatabase } from '../suite-database.ts'
import { type AttackResult, attack } from './attack.ts'
import { hostileTargets } from './procedures.ts'
import { openHostileShop } from './shop.ts'
import { walkSorts } from './sorts.ts'
import { sweeps } from './sweeps.ts'

/*
 * Sends invalid inputs and malformed requests to each procedure, over tRPC and REST. Each response must be a correct
 * result or an error in the format of all errors, and come within a second. Afterwards the shop must work as before.
 * The same seed sends the same requests.
 *
 *   npm run hostile -- --requests 200 --seed 7
 *   npm run hostile -- --only store.carts
 *   npm run hostile -- --part inputs,queries
 *
 * Other parts look for one kind of fault: `queries` for queries that change data, `origins` for admin responses that an
 * origin of the store may read, `ids` for ids that reveal other ids, `waiters` for callers that use all connections,
 * `attacks` for slow checkouts during an attack (for `--seconds`). Without `--part` all parts run.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    within: { type: 'string', default: '1000' },
    only: { type: 'string' },
    part: { type: 'string' },
    seconds: { type: 'string', default: '10' },
  },
})

exitOnSignal()

const parts: Record<string, () => Promise<boolean>> = { inputs: run }
for (const [name, sweep] of Object.entries(sweeps)) parts[name] = () => passes(sweep)
const names = values.part?.split(',') ?? Object.keys(parts)
const unknown = names.filter((name) => !parts[name])
if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join()}. Use some of: ${Object.keys(parts).join()}`)

let passed = true
for (const name of names) {
  console.log(`\n${name}`)
  passed = (await parts[name]!()) && passed
}
process.exit(passed ? 0 : 1)

async function passes(sweep: (typeof sweeps)[string]): Promise<boolean> {
  const found = await sweep({ seed: Number(values.seed), only: values.only, seconds: Number(values.seconds) })
  for (const one of found) console.error(one)
  console.log(found.length === 0 ? 'Nothing found.' : `${found.length} findings.`)
  return found.length === 0
}

async function run(): Promise<boolean> {
  console.log(`Starting PostgreSQL and a shop; seed ${values.seed}`)
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openSuiteDatabase())
  const shop = ending.use(await openHostileShop(postgres.url))
  const { only } = values
  if (!hostileTargets.some(({ name }) => name.includes(only ?? ''))) throw new Error(`Unknown procedure: ${only}`)
  const settings = { ...shop, seed: Number(values.seed), only, within: Number(values.within) }
  // Code that the first requests load and compile stays in memory.
  await attack({ ...settings, requests: 5, within: undefined })
  const before = shop.heapMegabytes()
  const attacked = await attack({ ...settings, requests: Number(values.requests) })
  const after = shop.heapMegabytes()
  const sorted = await walkSorts({ ...shop, only, depth: 2 })
  console.log(`\n${report(attacked)}\n`)
  const names = sorted.flatMap(({ accepted, refused }) => [...accepted, ...refused])
  console.log(`${sorted.length} lists were sorted by ${names.length} names.`)
  const found = [
    ...[...attacked, ...sorted].flatMap(({ complaints }) => complaints),
    ...shop.faults(),
    ...(await shop.harm()),
  ]
  for (const one of found) console.error(`${one}\n`)
  console.log(`Heap ${before.toFixed(0)} MB before and ${after.toFixed(0)} MB after.`)
  console.log(found.length === 0 ? 'Nothing found.' : `${found.length} findings.`)
  return found.length === 0
}

function report(attacked: readonly AttackResult[]): string {
  const head = ['procedure', 'requests', '2xx', '4xx', '5xx', 'slowest ms', 'findings']
  const rows = attacked.map(({ procedure, requests, statuses, slowest, complaints }) => {
    const of = (hundreds: number) =>
      [...statuses].reduce((sum, [status, count]) => sum + (Math.floor(status / 100) === hundreds ? count : 0), 0)
    return [procedure, ...[requests, of(2), of(4), of(5)].map(String), slowest.toFixed(0), String(complaints.length)]
  })
  return table(`${attacked.length} procedures`, [head, ...rows])
}
