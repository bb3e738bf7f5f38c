import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { openPostgres } from '../postgres.ts'
import { median } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { ratio, table } from '../table.ts'
import { fill } from './fill.ts'
import { READ_HITS, SEARCHES, type Search } from './searches.ts'

/*
 * Compares searches over HTTP with handwritten SQL for the same hits and facets.
 *   npm run bench -- search --products 100000 --rounds 10
 */

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '10' },
    postgres: { type: 'string' },
  },
})
const products = Number(values.products)
const rounds = Number(values.rounds)

interface Timed {
  name: string
  service: number
  sql: number
}

interface Answer {
  hits: { id: string }[]
  facets?: Record<string, unknown>
}

exitOnSignal()

const environment = environmentOf()
const searches = await measure()
const rows = searches.map(({ name, service, sql }) => [name, service.toFixed(1), sql.toFixed(1), ratio(service, sql)])
console.log(`\n${describeEnvironment(environment)}\n`)
console.log(table(`Milliseconds, median, ${products} products`, [['', 'service', 'bare SQL', 'service/SQL'], ...rows]))
console.log(`\nWritten to ${writeResult('search', { environment, products, searches })}`)
process.exit()

async function measure(): Promise<Timed[]> {
  console.log('Starting PostgreSQL and the server')
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres(values.postgres))
  const url = await postgres.addDatabase()
  // Without the cache of responses. A search that takes too long on a busy machine is measured too.
  const server = ending.use(await startServer(url, { SEARCH_SECONDS: '60', CATALOGUE_CACHE_MEGABYTES: '0' }))
  await setUpShop(server)
  const db = new Client(url)
  await db.connect()
  // As the service does.
  await db.query('set random_page_cost = 1.1')
  ending.defer(() => db.end())
  console.log(`Inserting ${products} products`)
  await fill(db, products)
  const store = new Connection(server.url)
  ending.defer(() => store.close())
  const timed: Timed[] = []
  for (const search of SEARCHES) timed.push(await timeSearch(store, db, search))
  return timed
}

async function timeSearch(store: Connection, db: Client, search: Search): Promise<Timed> {
  const service: number[] = []
  const sql: number[] = []
  for (let round = -2; round < rounds; round++) {
    const ours = await timed(() => store.post<Answer>('/store/products/search', search.body))
    const theirs = await timed(() => runStatements(db, search))
    assert.deepEqual({ hits: ours.answer.hits.map(({ id }) => id), facets: ours.answer.facets }, theirs.answer)
    if (round < 0) continue
    service.push(ours.milliseconds)
    sql.push(theirs.milliseconds)
  }
  return { name: search.name, service: median(service), sql: median(sql) }
}

async function runStatements(db: Client, { hits, facets }: Search) {
  const { rows } = await db.query<{ id: string }>(hits)
  const ids = rows.map(({ id }) => id)
  await db.query(READ_HITS, [ids])
  const values: Record<string, unknown> = {}
  for (const [name, sql] of Object.entries(facets ?? {})) values[name] = (await db.query(sql)).rows
  return { hits: ids, facets: facets && values }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ answer: Result; milliseconds: number }> {
  const start = performance.now()
  const answer = await work()
  return { answer, milliseconds: performance.now() - start }
}
