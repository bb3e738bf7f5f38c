import { parseArgs } from 'node:util'
import { citusPrograms } from '#test/support/citus-cluster.ts'
import { exitOnSignal } from '../../../bench/exit-on-signal.ts'
import { environmentOf, writeResult } from '../../../bench/result.ts'
import { table } from '../../../bench/table.ts'
import { killPostgresAfterSale, killServerAfterSale } from './after-sale.ts'
import { failOver, failOverByPatroni, freezePrimary, killPrimary } from './fail-over.ts'
import type { FaultOutcome } from './fault.ts'
import { freezePostgres } from './freeze-postgres.ts'
import { killImporter } from './kill-importer.ts'
import { killPostgres, loseCarts } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { type KillablePostgres, openKillablePostgres } from './killable-postgres.ts'
import { loseCommits } from './lose-commits.ts'
import { moveSchemaUnderLoad } from './move-schema.ts'
import { freezeTargetOfMove, moveShopUnderLoad } from './move-shop.ts'
import { findClusterPrograms, findInstalledPostgres } from './patroni/programs.ts'
import { replaceServers } from './replace-servers.ts'
import { sellOut } from './sell-out.ts'
import { shiftClock } from './shift-clock.ts'
import { upgradePostgresUnderLoad } from './upgrade-postgres.ts'

/*
 * Injects faults into a shop under load and audits it.
 *
 *   npm run faults
 *   npm run faults -- --only server --checkouts 1000 --seed 42
 *   npm run faults -- --only postgres --times 20
 *   npm run faults -- --only after-sale
 *   npm run failover -- --times 3
 *   npm run faults -- --only move --times 3
 *   npm run faults -- --only frozen-target --times 8
 *   npm run faults -- --only citus-move
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    checkouts: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
    /** Number of injections of each fault except `commits`. Default: 8. The server is killed as often as possible. */
    times: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const environment = environmentOf()
const load = {
  clients: Number(values.clients),
  checkouts: Number(values.checkouts),
  seed: Number(values.seed),
  print: console.log,
}
const killTimes = values.times === undefined ? {} : { times: Number(values.times) }
const { times = 8 } = killTimes

exitOnSignal()

const FAULTS: Record<string, (postgres: KillablePostgres) => Promise<FaultOutcome>> = {
  server: ({ url }) => killServer({ ...load, ...killTimes, databaseUrl: url }),
  postgres: (postgres) => killPostgres({ ...load, times, postgres }),
  carts: (postgres) => loseCarts({ ...load, times, postgres }),
  standstill: (postgres) => freezePostgres({ ...load, times, postgres }),
  commits: ({ url }) => loseCommits({ ...load, databaseUrl: url }),
  clock: ({ url }) => shiftClock({ ...load, times, databaseUrl: url }),
  worker: ({ url }) => killWorker({ ...load, times, databaseUrl: url }),
  import: ({ url }) => killImporter({ ...load, times, databaseUrl: url }),
  'sell-out': ({ url }) =>
    sellOut({ ...load, times: Math.min(times, 4), checkouts: Math.min(load.checkouts, 200), databaseUrl: url }),
  'after-sale': ({ url }) => killServerAfterSale({ ...load, times, databaseUrl: url }),
  failover: () => failOver(killPrimary, { ...load, times: Math.min(times, 3) }),
  'failover-silent': () => failOver(freezePrimary, { ...load, times: Math.min(times, 3) }),
  rolling: ({ url }) => replaceServers({ ...load, times: Math.min(times, 4), databaseUrl: url }),
  move: () => moveShopUnderLoad({ ...load, times: Math.min(times, 5) }),
  'frozen-target': () => freezeTargetOfMove({ ...load, times: Math.min(times, 8) }),
  'after-sale-crash': (postgres) => killPostgresAfterSale({ ...load, times, postgres }),
}
const cluster = await findClusterPrograms()
if (!Array.isArray(cluster))
  FAULTS['failover-patroni'] = () => failOver(failOverByPatroni(cluster), { ...load, times: Math.min(times, 6) })
else if ('failover-patroni'.includes(values.only))
  console.log(`failover-patroni is left out, because these programs are not installed: ${cluster.join(', ')}`)
const citus = await citusPrograms()
if (citus) FAULTS['citus-move'] = () => moveSchemaUnderLoad(citus, { ...load, times: Math.min(times, 3) })
const installed = await findInstalledPostgres()
if (installed)
  FAULTS.upgrade = () => upgradePostgresUnderLoad(installed.directory, { ...load, times: Math.min(times, 3) })
const names = Object.keys(FAULTS).filter((name) => name.includes(values.only))
if (names.length === 0) {
  console.error(`Unknown fault ${values.only}. Use one of: ${Object.keys(FAULTS).join(', ')}`)
  process.exit(1)
}

console.log(`Seed ${values.seed}. Repeat this run with --seed ${values.seed}.`)
const outcomes: FaultOutcome[] = []
for (const name of names) {
  console.log(name)
  await using postgres = await openKillablePostgres()
  outcomes.push(await FAULTS[name]!(postgres))
}
console.log(`\n${tableOf(outcomes)}\n`)
const violations = outcomes.flatMap((one) => one.violations)
for (const violation of violations) console.error(violation)
console.log(violations.length === 0 ? 'No data was lost.' : `${violations.length} violations.`)
const storedOutcomes = outcomes.map(({ answers, ...rest }) => ({
  ...rest,
  answers: Object.fromEntries(answers.counts),
}))
const report = { environment, seed: load.seed, outcomes: storedOutcomes }
console.log(`Written to ${writeResult('faults', report)}`)
process.exit(violations.length === 0 ? 0 : 1)

function tableOf(all: readonly FaultOutcome[]): string {
  const head = ['fault', 'orders', 'requests', 'answers', 'longest', 'violations']
  const rows = all.map(({ what, orders, answers, violations: found }) => [
    what,
    String(orders),
    String(answers.sent),
    Array.from(answers.counts, ([answer, count]) => `${count} × ${answer}`).join(', '),
    `${(answers.longest / 1000).toFixed(1)} s`,
    String(found.length),
  ])
  return table(`${values.clients} clients`, [head, ...rows])
}
