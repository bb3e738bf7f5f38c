import { parseArgs } from 'node:util'
import { measureBoots } from '../boot.ts'
import { checkOutOver } from '../checkout.ts'
import { runForSeconds, runWithClients } from '../clients.ts'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { type BenchPostgres, openPostgres } from '../postgres.ts'
import { isLocal, pidListeningOn, residentMegabytesOf, sharedMegabytesOf } from '../processes.ts'
import { environmentOf } from '../result.ts'
import { startFloor, startServer } from '../server.ts'
import { type BenchShop, type Login, setUpShop } from '../shop.ts'
import { countStatements } from '../statements.ts'
import { type Contender, NAMES, orderTotalsOf, type Program, prepareContender, totalsOf } from './contender.ts'
import { measureRounds } from './measure.ts'
import { type Comparison, tables } from './report.ts'

/*
 * Compares checkouts and cart reads of this service, the floor (`bench/floor/`) and an optional peer.
 *   npm run bench -- --clients 1,8 --rounds 5 --seconds 5
 *   npm run bench -- --quick
 *   npm run bench -- --postgres URL --peer http://127.0.0.1:9100 --peer-email … --peer-password …
 * `npm run bench -- postgres` starts a PostgreSQL for the peer and prints its URL.
 */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    clients: { type: 'string', default: '1,8' },
    rounds: { type: 'string' },
    /** Seconds for each program in each round. */
    seconds: { type: 'string' },
    /** Number of checkouts before the measurement, because V8 optimizes during the first thousands. */
    'warm-up': { type: 'string' },
    boots: { type: 'string' },
    /** URL of a running PostgreSQL. The benchmark creates a database in it and drops the database at the end. */
    postgres: { type: 'string' },
    peer: { type: 'string' },
    'peer-email': { type: 'string', default: 'admin@test.com' },
    'peer-password': { type: 'string', default: 'supersecret' },
    'peer-seconds': { type: 'string' },
    'peer-warm-up': { type: 'string' },
  },
})
const { quick } = values
const numberOf = (value: string | undefined, usual: number, short: number) => Number(value ?? (quick ? short : usual))
const clients = values.clients.split(',').map(Number)
const rounds = numberOf(values.rounds, 5, 2)
const seconds = numberOf(values.seconds, 5, 1)
const peerSeconds = numberOf(values['peer-seconds'], 15, 3)
const warmUp = numberOf(values['warm-up'], 2500, 50)
const peerWarmUp = numberOf(values['peer-warm-up'], 60, 2)
const peer: Login | undefined = values.peer
  ? { url: values.peer, email: values['peer-email'], password: values['peer-password'] }
  : undefined

exitOnSignal()

const comparison = await compare()
console.log(`\n${tables(comparison)}\n`)
console.log(`Written to ${publishResult('checkouts', comparison)}`)
process.exit()

async function compare(): Promise<Comparison> {
  const environment = environmentOf()
  console.log('Starting PostgreSQL, the server and the floor')
  await using postgres = await openPostgres(values.postgres)
  const measured = await measure(postgres)
  console.log('Measuring starts of the server')
  const boot = await measureBoots(postgres.url, numberOf(values.boots, 7, 3))
  return { environment: { ...environment, postgres: postgres.version }, quick, ...measured, boot }
}

async function measure(postgres: BenchPostgres): Promise<Pick<Comparison, 'statements' | 'measured' | 'memory'>> {
  // A start after a change of the code compiles it, and the compiler stays in memory.
  await (await startServer(await postgres.addDatabase()))[Symbol.asyncDispose]()
  await using server = await startServer(postgres.url)
  await using floor = await startFloor(postgres.url)
  await using durableFloor = await startFloor(postgres.url, { areCartsDurable: true })
  const shop = await setUpShop(server)
  const contenders = [
    await prepared({ program: 'own', url: server.url, pid: server.pid, shop }),
    await prepared({ program: 'floor', url: floor.url, pid: floor.pid, shop }),
    await prepared({ program: 'durableFloor', url: durableFloor.url, pid: durableFloor.pid, shop }),
    ...(peer ? [await preparedPeer(peer)] : []),
  ]
  await postgres.analyze()
  for (const one of contenders) await play(one, one.program === 'peer' ? peerWarmUp : warmUp / 5)
  await assertSameTotals(contenders)
  const statements = {
    own: await countStatements(postgres.url, shop),
    floor: await countAtFloor(floor.url, shop),
    peer: peer && (await countAtPeer(postgres, contenders.at(-1)!)),
  }
  const measured = await measureRounds({
    contenders,
    postgresPid: postgres.pid,
    clients,
    rounds,
    secondsOf: (program: Program) => (program === 'peer' ? peerSeconds : seconds),
    print: console.log,
  })
  const memory = {
    ...Object.fromEntries(contenders.map(({ program, pid }) => [program, pid && residentMegabytesOf(pid)])),
    postgres: postgres.pid && sharedMegabytesOf(postgres.pid),
  }
  return { statements, measured, memory }
}

/** Returns the minimum of several checkouts, because a peer may run background work of earlier ones. */
async function countAtPeer(postgres: BenchPostgres, peer: Contender): Promise<number | undefined> {
  const counts: number[] = []
  for (let times = 0; times < 5; times++) {
    const count = await postgres.countElsewhere(() => play(peer, 1))
    if (count === undefined) return undefined
    counts.push(count)
  }
  return Math.min(...counts)
}

async function prepared(one: Omit<Contender, 'carts'>): Promise<Contender> {
  console.log(`Warming up ${NAMES[one.program]}`)
  await play(one, one.program === 'peer' ? peerWarmUp : warmUp)
  const contender = await prepareContender(one)
  const reader = new Connection(one.url)
  const read = (i: number) => reader.get(`/store/carts/${contender.carts[i % contender.carts.length]}`)
  await runForSeconds(read, { clients: 8, seconds })
  reader.close()
  return contender
}

async function preparedPeer(login: Login): Promise<Contender> {
  console.log(`Setting up a shop at ${login.url}`)
  const pid = isLocal(login.url) ? pidListeningOn(Number(new URL(login.url).port)) : undefined
  return await prepared({ program: 'peer', url: login.url, pid, shop: await setUpShop(login) })
}

async function play({ url, shop }: Pick<Contender, 'url' | 'shop'>, count: number): Promise<void> {
  const connection = new Connection(url)
  const isWanted = (begun: number) => begun < count
  await runWithClients(8, isWanted, (i) => checkOutOver(connection, shop, i))
  connection.close()
}

/** Programs that do less work, for example without taxes, are not comparable. */
async function assertSameTotals(contenders: readonly Contender[]): Promise<void> {
  for (const totals of [totalsOf, orderTotalsOf]) {
    const answers = []
    for (const contender of contenders) answers.push(JSON.stringify(await totals(contender)))
    if (new Set(answers).size > 1) throw new Error(`The totals differ:\n${answers.join('\n')}`)
  }
}

async function countAtFloor(url: string, shop: BenchShop): Promise<number> {
  const connection = new Connection(url)
  const before = await connection.get<number>('/statements')
  await play({ url, shop }, 1)
  const after = await connection.get<number>('/statements')
  connection.close()
  return after - before
}
