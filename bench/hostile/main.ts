import { parseArgs } from 'node:util'
import { exitOnSignal } from '../exit-on-signal.ts'
import { startPostgres } from '../server.ts'
import { table } from '../table.ts'
import { type Attacked, attack } from './attack.ts'
import { targets } from './procedures.ts'
import { openHostileShop } from './shop.ts'

/*
 * Sends every procedure, over tRPC and over REST, what nobody should: inputs that look valid and are not, requests that are
 * hardly any. Each answer has to be a refusal in the form of all errors, or honest, and come within a second; afterwards
 * the shop is as well as before. The same seed sends the same.
 *
 *   npm run hostile -- --requests 200 --seed 7
 *   npm run hostile -- --only store.carts
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    within: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})

exitOnSignal()

process.exit((await run()) ? 0 : 1)

/** Whether nothing was found. */
async function run(): Promise<boolean> {
  console.log(`Starting PostgreSQL and a shop; seed ${values.seed}`)
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await startPostgres())
  const shop = ending.use(await openHostileShop(postgres.url))
  const { only } = values
  if (!targets.some(({ name }) => name.includes(only ?? ''))) throw new Error(`There is no procedure named ${only}`)
  const settings = { ...shop, seed: Number(values.seed), only, within: Number(values.within) }
  // What is loaded and compiled with the first requests stays.
  await attack({ ...settings, requests: 5, within: undefined })
  const before = shop.heapMegabytes()
  const attacked = await attack({ ...settings, requests: Number(values.requests) })
  const after = shop.heapMegabytes()
  console.log(`\n${report(attacked)}\n`)
  const found = [...attacked.flatMap(({ complaints }) => complaints), ...shop.faults(), ...(await shop.harm())]
  for (const one of found) console.error(`${one}\n`)
  console.log(`Heap ${before.toFixed(0)} MB before and ${after.toFixed(0)} MB after.`)
  console.log(found.length === 0 ? 'Nothing found.' : `${found.length} findings.`)
  return found.length === 0
}

function report(attacked: readonly Attacked[]): string {
  const head = ['procedure', 'requests', '2xx', '4xx', '5xx', 'slowest ms', 'findings']
  const rows = attacked.map(({ procedure, requests, statuses, slowest, complaints }) => {
    const of = (hundreds: number) =>
      [...statuses].reduce((sum, [status, count]) => sum + (Math.floor(status / 100) === hundreds ? count : 0), 0)
    return [procedure, ...[requests, of(2), of(4), of(5)].map(String), slowest.toFixed(0), String(complaints.length)]
  })
  return table(`${attacked.length} procedures`, [head, ...rows])
}
