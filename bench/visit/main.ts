import { parseArgs } from 'node:util'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, openPostgres } from '../postgres.ts'
import { environmentOf } from '../result.ts'
import { startFloor, startServer } from '../server.ts'
import type { Login } from '../shop.ts'
import { assertSameAnswers } from './agree.ts'
import { type Contender, prepareContender, preparePeer } from './contender.ts'
import { type Measurement, measureRounds } from './measure.ts'
import { type VisitReport, visitTables } from './report.ts'
import { setUpVisitShop, VISITED_PRODUCTS } from './shop.ts'
import { TASKS, type Task } from './tasks.ts'

/*
 * Compares visits of a storefront, and each of their requests, of this service, the floor and an optional peer.
 *   npm run bench -- visit --clients 8 --rounds 3 --seconds 1
 *   npm run bench -- visit --postgres URL --peer http://127.0.0.1:9100 --peer-email … --peer-password …
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string' },
    /** Seconds for each program and request in each round. Visits take three times as long. */
    seconds: { type: 'string' },
    /** Seconds of visits of each program before the measurement, because V8 optimizes during the first thousands of requests. */
    'warm-up': { type: 'string' },
    /** Part of the name of the tasks to measure. Such a run changes no stored result. */
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
    peer: { type: 'string' },
    'peer-email': { type: 'string', default: 'admin@test.com' },
    'peer-password': { type: 'string', default: 'supersecret' },
  },
})
const { quick } = values
const rounds = Number(values.rounds ?? (quick ? 1 : 3))
const seconds = Number(values.seconds ?? (quick ? 0.3 : 1))
const warmUpSeconds = Number(values['warm-up'] ?? (quick ? 1 : 30))
const peer: Login | undefined = values.peer
  ? { url: values.peer, email: values['peer-email'], password: values['peer-password'] }
  : undefined

exitOnSignal()

const environment = environmentOf()
console.log('Starting PostgreSQL, the servers and the floor')
const report = await compare()
console.log(`\n${visitTables(report)}\n`)
if (!values.only) console.log(`Written to ${publishResult('visits', report)}`)
process.exit()

async function compare(): Promise<VisitReport> {
  await using postgres = await openPostgres(values.postgres)
  const measured = await measure(postgres)
  return { environment: { ...environment, postgres: postgres.version }, quick, products: VISITED_PRODUCTS, measured }
}

async function measure(postgres: BenchPostgres): Promise<Measurement[]> {
  const databaseUrl = postgres.url
  await using server = await startServer(databaseUrl)
  await using floor = await startFloor(databaseUrl)
  // In the same database, each of the two servers would also run jobs of the other one.
  const uncachedUrl = await postgres.addDatabase()
  await using uncached = await startServer(uncachedUrl, { CATALOGUE_CACHE_MEGABYTES: '0', SEARCH_SECONDS: '60' })
  console.log('Setting up the shops')
  const shop = await setUpVisitShop(server, VISITED_PRODUCTS)
  const uncachedShop = await setUpVisitShop(uncached, VISITED_PRODUCTS)
  const contenders: Contender[] = [
    await prepareContender({ program: 'own', databaseUrl, ...server }, shop, server),
    await prepareContender({ program: 'uncached', databaseUrl: uncachedUrl, ...uncached }, uncachedShop, uncached),
    await prepareContender({ program: 'floor', databaseUrl, ...floor }, shop, undefined),
    ...(peer ? [await preparePeer(peer, VISITED_PRODUCTS)] : []),
  ]
  await postgres.analyze()
  await assertSameAnswers(contenders)
  const tasks = TASKS.filter(({ name }) => name.includes(values.only))
  const measureTasks = (isMeasured: (task: Task) => boolean) =>
    measureRounds({
      contenders,
      tasks: tasks.filter(isMeasured),
      postgres,
      clients: Number(values.clients),
      rounds,
      secondsOf: ({ kind }) => (kind === 'visit' ? 3 * seconds : seconds),
      warmUpSecondsOf: ({ kind }) => (kind === 'visit' ? warmUpSeconds : seconds),
      print: console.log,
    })
  // The requests of administrators change the catalogue, and the next reads would not be reused.
  const reads = await measureTasks(({ kind }) => kind !== 'admin')
  return [...reads, ...(await measureTasks(({ kind }) => kind === 'admin'))]
}
