import { parseArgs } from 'node:util'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { openPostgres } from '../postgres.ts'
import { describeEnvironment, environmentOf } from '../result.ts'
import { countStatements } from '../statements.ts'
import { type Growth, type Size, tables } from './report.ts'
import { type GrowthShop, measureCheckouts, openGrowthShop, runCheckouts, sizeOf } from './shop.ts'
import { costOfStatements, planOf } from './statements.ts'

/*
 * Measures the cost of a checkout in shops with few and with many orders and products.
 *   npm run bench -- growth --sizes 1000,100000,1000000 --rounds 6 --checkouts 60
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    rounds: { type: 'string' },
    checkouts: { type: 'string' },
    'warm-up': { type: 'string' },
  },
})
const numberOf = (value: string | undefined, usual: number, short: number) =>
  Number(value ?? (values.quick ? short : usual))
const orderCounts = (values.sizes ?? (values.quick ? '1000,20000' : '1000,100000,1000000')).split(',').map(Number)
const rounds = numberOf(values.rounds, 6, 2)
const checkouts = numberOf(values.checkouts, 60, 10)
const warmUp = numberOf(values['warm-up'], 300, 20)

/** Ratio above which the growth of a statement is reported. */
const GROWN = 1.2
/** Increase above which the growth of a statement is reported, in milliseconds per checkout. */
const WORTH = 0.05

exitOnSignal()

const growth = await run()
console.log(`\n${describeEnvironment(growth.environment)}\n\n${tables(growth)}\n`)
console.log(`Written to ${publishResult('growth', growth)}`)
process.exit()

async function run(): Promise<Growth> {
  const environment = environmentOf()
  await using ending = new AsyncDisposableStack()
  console.log('Starting PostgreSQL')
  // Autovacuum could run at any time and disturb the measurement. This code analyzes the tables instead.
  const postgres = ending.use(
    await openPostgres(undefined, ['autovacuum=off', 'max_wal_size=8GB', 'checkpoint_timeout=30min']),
  )
  const shops: GrowthShop[] = []
  for (const size of orderCounts) shops.push(await openGrowthShop(postgres, size, ending))
  for (const shop of shops) {
    console.log(`Warming up the shop with ${shop.size} orders and products`)
    await runCheckouts(shop, warmUp)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const shop of shops) await measureCheckouts(shop, postgres.pid, checkouts)
    const shown = shops.map(({ size, cpu }) => {
      const { server, postgres } = cpu.at(-1) ?? { server: Number.NaN, postgres: Number.NaN }
      return `${size}: ${server.toFixed(1)} + ${postgres.toFixed(1)} ms`
    })
    console.log(`round ${round} of ${rounds}, CPU of server + PostgreSQL: ${shown.join(', ')}`)
  }
  const sizes: Size[] = []
  for (const shop of shops) {
    const { checkout: statements, roundTrips } = await countStatements(shop.url, shop.shop)
    sizes.push({ ...sizeOf(shop), statements, roundTrips })
  }
  const grown = await grownStatements(shops)
  return { environment: { ...environment, postgres: postgres.version }, quick: values.quick, sizes, grown }
}

async function grownStatements(shops: readonly GrowthShop[]): Promise<Growth['grown']> {
  const costs = []
  for (const shop of shops) costs.push(await costOfStatements(shop.url, checkouts, () => runCheckouts(shop, checkouts)))
  const [small, large] = [costs[0]!, costs.at(-1)!]
  const grown: Growth['grown'] = []
  for (const [sql, { sql: _, ...cost }] of large) {
    const before = small.get(sql)
    if (!before || cost.milliseconds < before.milliseconds * GROWN) continue
    if (cost.milliseconds - before.milliseconds < WORTH) continue
    const { sql: __, ...less } = before
    grown.push({ sql, small: less, large: cost, plan: await planOf(shops.at(-1)!.url, sql) })
  }
  return grown.toSorted((a, b) => b.large.milliseconds - a.large.milliseconds)
}
