import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, openPostgres } from '../postgres.ts'
import { median } from '../quantiles.ts'
import { environmentOf } from '../result.ts'
import { fill } from '../search/fill.ts'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { LANGUAGES, translateCatalogue } from './fill.ts'
import { LANGUAGE_READS, type Read } from './reads.ts'
import { type LanguagesReport, languagesTable, type TimedRead } from './report.ts'

/*
 * Compares reads in German of a shop with five languages with those of a shop with one, in turns, without the cache of responses.
 *   npm run bench -- languages --products 100000 --rounds 60
 */

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    postgres: { type: 'string' },
  },
})
const products = Number(values.products)
const rounds = Number(values.rounds)

exitOnSignal()

const environment = environmentOf()
const report: LanguagesReport = { environment, quick: products < 100_000, products, rounds, reads: await measure() }
console.log(`\n${languagesTable(report)}\n\nWritten to ${publishResult('languages', report)}`)
process.exit()

async function measure(): Promise<TimedRead[]> {
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres(values.postgres, ['autovacuum=off']))
  const one = await openShop(postgres, ending, {})
  const five = await openShop(postgres, ending, { translate: translateCatalogue, headers: { 'accept-language': 'de' } })
  const timed: TimedRead[] = []
  for (const read of LANGUAGE_READS) timed.push(await timeRead(read, [one, five]))
  return timed
}

interface ShopOptions {
  translate?: (db: Client) => Promise<void>
  headers?: Record<string, string>
}

async function openShop(postgres: BenchPostgres, ending: AsyncDisposableStack, { translate, headers }: ShopOptions) {
  console.log(`Inserting ${products} products${translate ? ' in five languages' : ''}`)
  const url = await postgres.addDatabase()
  const server = ending.use(await startServer(url, { SEARCH_SECONDS: '60', CATALOGUE_CACHE_MEGABYTES: '0' }))
  await setUpShop(server)
  const db = new Client(url)
  await db.connect()
  await fill(db, products)
  if (translate) {
    const admin = new Connection(server.url)
    ending.defer(() => admin.close())
    await admin.logIn(server.email, server.password)
    await admin.post('/admin/store', { languages: LANGUAGES })
    await translate(db)
  }
  await db.end()
  const store = new Connection(server.url, headers)
  ending.defer(() => store.close())
  return store
}

async function timeRead(
  { name, path, body, hasGoal }: Read,
  shops: readonly [Connection, Connection],
): Promise<TimedRead> {
  const times: [number[], number[]] = [[], []]
  for (let round = -5; round < rounds; round++) {
    const id = `prod_${String(1 + (((round + 5) * 37) % products)).padStart(26, '0')}`
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = performance.now()
      await (body ? shops[i].post(path, body(i === 1)) : shops[i].get(path.replace(':id', id)))
      if (round >= 0) times[i].push(performance.now() - start)
    }
  }
  return { name, hasGoal, one: median(times[0]), five: median(times[1]) }
}
