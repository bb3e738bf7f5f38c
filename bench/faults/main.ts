import { parseArgs } from 'node:util'
import { environmentOf, writeResult } from '../result.ts'
import { table } from '../table.ts'
import type { Outcome } from './fault.ts'
import { freezePostgres } from './freeze-postgres.ts'
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { loseCommits } from './lose-commits.ts'
import { openMortalPostgres } from './mortal-postgres.ts'
import { shiftClock } from './shift-clock.ts'

/*
 * Breaks what a shop depends on while it is under load, and audits what is left.
 *
 *   npm run faults
 *   npm run faults -- --only server --checkouts 1000 --seed 42
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    checkouts: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
    outages: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const load = {
  clients: Number(values.clients),
  checkouts: Number(values.checkouts),
  seed: Number(values.seed),
  say: console.log,
}

// Ending by `exit` lets PostgreSQL and the servers go with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const FAULTS: Record<string, () => Promise<Outcome>> = {
  async server() {
    await using postgres = await openMortalPostgres()
    return await killServer({ ...load, databaseUrl: postgres.url })
  },
  async postgres() {
    await using postgres = await openMortalPostgres()
    return await killPostgres({ ...load, postgres, outages: Number(values.outages) })
  },
  async standstill() {
    await using postgres = await openMortalPostgres()
    return await freezePostgres({ ...load, postgres, times: Number(values.outages) })
  },
  async commits() {
    await using postgres = await openMortalPostgres()
    return await loseCommits({ ...load, databaseUrl: postgres.url })
  },
  async clock() {
    await using postgres = await openMortalPostgres()
    return await shiftClock({ ...load, databaseUrl: postgres.url })
  },
}

console.log(`Seed ${values.seed}: npm run faults -- --seed ${values.seed} plays the same again`)
const outcomes: Outcome[] = []
for (const [name, play] of Object.entries(FAULTS)) {
  if (!name.includes(values.only)) continue
  console.log(name)
  outcomes.push(await play())
}
console.log(`\n${report(outcomes)}\n`)
const violations = outcomes.flatMap((one) => one.violations)
for (const violation of violations) console.error(violation)
console.log(violations.length === 0 ? 'Nothing is lost.' : `${violations.length} violations.`)
const told = outcomes.map(({ answers, ...rest }) => ({ ...rest, answers: Object.fromEntries(answers.counts) }))
console.log(
  `Written to ${writeResult('faults', { environment: environmentOf(), ...{ seed: load.seed, outcomes: told } })}`,
)
process.exit(violations.length === 0 ? 0 : 1)

function report(all: readonly Outcome[]): string {
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
