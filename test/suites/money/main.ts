import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { exitOnSignal } from '../../../bench/exit-on-signal.ts'
import { START, startServer } from '../../../bench/server.ts'
import { openSuiteDatabase } from '../suite-database.ts'
import { logIn } from './api.ts'
import { playSequences } from './play-sequences.ts'

/*
 * Plays random sequences on random orders, and compares their money with an independent ledger after each step.
 *
 *   npm run money -- --sequences 10000
 *   npm run money -- --seeds 4711,4712     repeats sequences
 */

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seeds: { type: 'string' },
    servers: { type: 'string', default: '2' },
  },
})
const [seed, servers] = [Number(values.seed), Number(values.servers)]
const seeds =
  values.seeds?.split(',').map(Number) ?? Array.from({ length: Number(values.sequences) }, (_, i) => seed + i)

exitOnSignal()

const { failures, violations } = await run()
for (const [kind, seeds] of failures) console.error(`${seeds.length} × ${kind}: seeds ${seeds.slice(0, 8).join(', ')}`)
for (const { name, violation, examples } of violations) console.error(`${name}: ${violation}: ${examples.join(', ')}`)
const failed = failures.reduce((count, [, seeds]) => count + seeds.length, 0)
console.log(
  `${seeds.length} sequences from seed ${seeds[0]}: ${failed} disagreements, ${violations.length} violated invariants.`,
)
process.exit(failed + violations.length === 0 ? 0 : 1)

async function run() {
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openSuiteDatabase())
  // The first server migrates the database and creates the administrator.
  const first = ending.use(await startShop(postgres.url))
  const parts: Promise<Map<string, number[]>>[] = []
  for (let part = 0; part < servers; part++) {
    const { url } = part === 0 ? first : ending.use(await startShop(postgres.url))
    const api = await logIn({ ...first, url })
    const seedsOfPart = seeds.filter((_, i) => i % servers === part)
    parts.push(playSequences(api, { seeds: seedsOfPart, part, print: console.log }))
  }
  const failures = (await Promise.all(parts)).flatMap((found) => [...found])
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const violations = await findViolations(async (sql) => (await client.query(sql)).rows)
  await client.end()
  return { failures, violations }
}

function startShop(databaseUrl: string) {
  return startServer(databaseUrl, {}, { args: START.with(-1, 'test/suites/money/serve.ts') })
}
