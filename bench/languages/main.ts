import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, FILLED, openPostgres } from '../postgres.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { environmentOf } from '../result.ts'
import { fill } from '../search/fill.ts'
import { startServer } from '../server.ts'
import { type Login, setUpShop } from '../shop.ts'
import { LANGUAGES, translateCatalogue } from './fill.ts'
import { LANGUAGE_READS, type Read } from './reads.ts'
import { type Cpu, type LanguagesReport, languagesTable, type MeasuredRead } from './report.ts'

/*
 * Compares the CPU of reads in German of a shop with five languages with that of a shop with one, in turns, without the cache of responses.
 *   npm run bench -- languages --products 100000 --rounds 20 --only title
 */

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '20' },
    /** Part of the name of the reads to measure. Such a run changes no stored result. */
    only: { type: 'string', default: '' },
    /** Keeps both databases at this PostgreSQL, and measures them again in a later run without filling. */
    postgres: { type: 'string' },
  },
})
const products = Number(values.products)
const rounds = Number(values.rounds)
/** Milliseconds of a turn: the system counts CPU in ticks. */
const TURN = 300
/** In milliseconds. V8 optimizes during the first requests, and PostgreSQL plans the statements of each connection. */
const WARM_UP = 2000

exitOnSignal()

const environment = environmentOf()
const report: LanguagesReport = { environment, quick: products < 100_000, products, rounds, reads: await measure() }
console.log(`\n${languagesTable(report)}\n`)
if (!values.only) console.log(`Written to ${publishResult('languages', report)}`)
process.exit()

async function measure(): Promise<MeasuredRead[]> {
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres(values.postgres, ['autovacuum=off', 'shared_buffers=1GB']))
  const one = await openShop(postgres, ending, {})
  const five = await openShop(postgres, ending, { translate: translateCatalogue, headers: { 'accept-language': 'de' } })
  const measured: MeasuredRead[] = []
  for (const read of LANGUAGE_READS.filter(({ name }) => name.includes(values.only)))
    measured.push(await measureRead(read, [one, five]))
  return measured
}

interface Shop {
  store: Connection
  /** Undefined for the default language. */
  headers: Record<string, string> | undefined
  /** The processes of the server and of PostgreSQL. */
  pids: Record<keyof Cpu, number | undefined>
  /** Number of sent requests. */
  requests: number
}

interface ShopOptions {
  translate?: (db: Client) => Promise<void>
  headers?: Record<string, string>
}

async function openShop(
  postgres: BenchPostgres,
  ending: AsyncDisposableStack,
  { translate, headers }: ShopOptions,
): Promise<Shop> {
  const name = `bench_languages_${translate ? 'five' : 'one'}_${products}`
  const { url, isFilled } = values.postgres
    ? await postgres.keepDatabase(name)
    : { url: await postgres.addDatabase(), isFilled: false }
  const server = ending.use(await startServer(url, { SEARCH_SECONDS: '60', CATALOGUE_CACHE_MEGABYTES: '0' }))
  if (!isFilled) await fillShop(server, url, translate)
  const store = new Connection(server.url, headers)
  ending.defer(() => store.close())
  return { store, headers, pids: { server: server.pid, postgres: postgres.pid }, requests: 0 }
}

async function fillShop(server: Login, url: string, translate: ShopOptions['translate']): Promise<void> {
  console.log(`Inserting ${products} products${translate ? ' in five languages' : ''}`)
  await setUpShop(server)
  const db = new Client(url)
  await db.connect()
  await fill(db, products)
  if (translate) {
    const admin = new Connection(server.url)
    await admin.logIn(server.email, server.password)
    await admin.post('/admin/store', { languages: LANGUAGES })
    admin.close()
    await translate(db)
  }
  await db.query(`comment on database ${new URL(url).pathname.slice(1)} is '${FILLED}'`)
  await db.end()
}

interface Usage extends Cpu {
  requests: number
}

async function measureRead(read: Read, [one, five]: readonly [Shop, Shop]): Promise<MeasuredRead> {
  const used: [Usage[], Usage[]] = [[], []]
  for (const shop of [one, five]) await playTurn(shop, read, WARM_UP)
  for (let round = 0; round < rounds; round++)
    for (const shop of round % 2 === 0 ? [one, five] : [five, one])
      used[shop === one ? 0 : 1].push(await playTurn(shop, read))
  const { name, hasGoal } = read
  return { name, hasGoal, one: perRequest(used[0]), five: perRequest(used[1]) }
}

async function playTurn(shop: Shop, read: Read, milliseconds = TURN): Promise<Usage> {
  const [server, postgres] = [cpuOf(shop.pids.server), cpuOf(shop.pids.postgres)]
  const end = performance.now() + milliseconds
  let requests = 0
  do {
    await send(shop, read)
    requests++
  } while (performance.now() < end)
  return { server: cpuOf(shop.pids.server) - server, postgres: cpuOf(shop.pids.postgres) - postgres, requests }
}

function cpuOf(pid: number | undefined): number {
  return (pid && cpuMillisecondsOf(pid)) || 0
}

function perRequest(turns: readonly Usage[]): Cpu {
  const sum = (name: keyof Usage) => turns.reduce((total, turn) => total + turn[name], 0)
  return { server: sum('server') / sum('requests'), postgres: sum('postgres') / sum('requests') }
}

function send(shop: Shop, { path, body }: Read): Promise<unknown> {
  const { store, headers } = shop
  if (body) return store.post(path, body(headers !== undefined))
  const id = `prod_${String(1 + ((shop.requests++ * 37) % products)).padStart(26, '0')}`
  return store.get(path.replace(':id', id))
}
