import { parseArgs } from 'node:util'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, openPostgres } from '../postgres.ts'
import { environmentOf } from '../result.ts'
import { startServer } from '../server.ts'
import { type Contender, prepareContender } from '../visit/contender.ts'
import { addProducts } from '../visit/fill.ts'
import { type Measurement, measureRounds } from '../visit/measure.ts'
import { READS } from '../visit/requests.ts'
import { setUpVisitShop, VISITED_PRODUCTS } from '../visit/shop.ts'
import { COMPARED, type SizeReport, sizeTable } from './report.ts'
import { SIZE_TASKS } from './tasks.ts'

/*
 * Compares the requests of a shop with many products with those of a shop with 200, in turns. Both shops have the same
 * newest 200 products, so the responses are equal.
 *   npm run bench -- catalogue-size --products 100000 --only "12 products"
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    products: { type: 'string' },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string' },
    /** Seconds for each program and request in each round, and before the first round. */
    seconds: { type: 'string' },
    /** Part of the name of the tasks to measure. Such a run changes no stored result. */
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
  },
})
const { quick } = values
const small = VISITED_PRODUCTS
const large = Number(values.products ?? (quick ? 5000 : 100_000))
const seconds = Number(values.seconds ?? (quick ? 0.2 : 0.5))

/** Requests for one of the visited products each. */
const ONE_PRODUCT: readonly string[] = [READS.handle.name, READS.product.name]

exitOnSignal()

const environment = environmentOf()
const report = await compare()
console.log(`\n${sizeTable(report)}\n`)
if (!values.only) console.log(`Written to ${publishResult('catalogue-size', report)}`)
process.exit()

async function compare(): Promise<SizeReport> {
  await using ending = new AsyncDisposableStack()
  // Autovacuum could run at any time and disturb the measurement.
  const postgres = ending.use(await openPostgres(values.postgres, ['autovacuum=off']))
  const contenders: Contender[] = []
  for (const products of [small, large]) contenders.push(...(await openShop(postgres, products, ending)))
  await postgres.analyze()
  const measured = await measure(contenders, postgres)
  return { environment: { ...environment, postgres: postgres.version }, quick, small, large, measured }
}

async function openShop(postgres: BenchPostgres, products: number, ending: AsyncDisposableStack): Promise<Contender[]> {
  console.log(`Setting up a shop with ${products} products`)
  const databaseUrl = await postgres.addDatabase()
  const server = ending.use(await startServer(databaseUrl))
  const { email, password } = server
  const shop = await setUpVisitShop(server, VISITED_PRODUCTS)
  await addProducts(databaseUrl, products - VISITED_PRODUCTS)
  const withoutCache = { CATALOGUE_CACHE_MEGABYTES: '0', SEARCH_SECONDS: '60' }
  const servers = { own: server, uncached: ending.use(await startServer(databaseUrl, withoutCache)) }
  return Promise.all(
    COMPARED.map((program) => {
      const { url, pid } = servers[program]
      return prepareContender({ program, url, pid, databaseUrl, products }, shop, { url, email, password })
    }),
  )
}

/** Reads are measured first, because a change of the catalogue makes the next read slower. */
async function measure(contenders: readonly Contender[], postgres: BenchPostgres): Promise<Measurement[]> {
  const measured: Measurement[] = []
  for (const tasks of SIZE_TASKS)
    measured.push(
      ...(await measureRounds({
        contenders,
        tasks: tasks.filter(({ name }) => name.includes(values.only)),
        postgres,
        clients: Number(values.clients),
        rounds: Number(values.rounds ?? (quick ? 1 : 3)),
        secondsOf: () => seconds,
        warmUpSecondsOf: ({ name }) => (ONE_PRODUCT.includes(name) ? 4 : 1) * seconds,
        print: console.log,
      })),
    )
  return measured
}
