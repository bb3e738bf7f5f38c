import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { exitOnSignal } from '../exit-on-signal.ts'
import { cpuMillisecondsOf, residentMegabytesOf } from '../processes.ts'
import { median, quantile } from '../quantiles.ts'
import { describeEnvironment, environmentOf, writeResult } from '../result.ts'
import { START, serverEnvironment, startPostgres, startProgram, startServer } from '../server.ts'
import { type CreatedShop, createShops, seedCatalogue } from './create-shops.ts'
import { Visitor } from './visitor.ts'

/*
 * Many shops in one process: the cost of a shop, also of an idle one, and how far shops disturb each other. The same request goes to a
 * server of one shop and to one of many in turns.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, shops: { type: 'string' }, rounds: { type: 'string' } },
})
const count = Number(values.shops ?? (values.quick ? 10 : 200))
const rounds = Number(values.rounds ?? (values.quick ? 3 : 9))
const REQUESTS = values.quick ? 200 : 1000
/** The system counts CPU in steps of 10 ms, so a round must take much more. */
const COMPARED_REQUESTS = 4 * REQUESTS
const IDLE_SECONDS = 10
/** For the CPU of the jobs. */
const JOBS_SECONDS = values.quick ? 5 : 60
/** Clients of the attacked shop. */
const ATTACKERS = 64

exitOnSignal()
const environment = environmentOf()
await using postgres = await startPostgres(['max_connections=300'])
const directoryUrl = await createDatabase('shops')
const login = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
const variables = {
  ...serverEnvironment(directoryUrl, login),
  ...{ SHOPS: 'many', OPEN_SHOPS: String(2 * count), SHOP_IDLE_SECONDS: String(IDLE_SECONDS) },
}

console.log(`Creating ${count} shops`)
const created: CreatedShop[] = await createShops(variables, { count, login })
await using many = await startProgram(START, variables)
await using one = await startServer(await createDatabase('one'))
await seedCatalogue(postgres.url.replace(/\/\w+$/, '/one'))
await seedCatalogue(directoryUrl.replace(/\/shops$/, `/shops_${created[0]!.id}`))

const PRODUCTS = '/store/products?limit=12'
const lone = new Visitor(one.url)
const busy = new Visitor(many.url, created[0]!.host)
const cost = await compareCost()
const memory = await measureMemory()
const attack = await measureAttack()

const report = {
  environment,
  quick: values.quick,
  shops: count,
  createMilliseconds: {
    median: median(created.slice(1).map(({ milliseconds }) => milliseconds)),
    slowest: Math.max(...created.slice(1).map(({ milliseconds }) => milliseconds)),
  },
  ...{ cost, memory, attack },
}
console.log(JSON.stringify(report, undefined, 2))
console.log(describeEnvironment(environment))
console.log(`Written to ${writeResult('shops', report)}`)
process.exit()

/** Milliseconds of CPU of the server per request, without those of its jobs. */
async function compareCost() {
  const [jobsOfOne, jobsOfMany] = await Promise.all([cpuOfJobs(one.pid), cpuOfJobs(many.pid)])
  const costs = { one: [] as number[], many: [] as number[] }
  for (let round = 0; round <= rounds; round++)
    for (const [name, visitor, pid, jobs] of [
      ['one', lone, one.pid, jobsOfOne],
      ['many', busy, many.pid, jobsOfMany],
    ] as const) {
      const [before, began] = [cpuMillisecondsOf(pid) ?? 0, performance.now()]
      for (let i = 0; i < COMPARED_REQUESTS; i++) await visitor.get(PRODUCTS)
      const cpu = (cpuMillisecondsOf(pid) ?? 0) - before - (jobs * (performance.now() - began)) / 1000
      if (round > 0) costs[name].push(cpu / COMPARED_REQUESTS)
    }
  return {
    one: median(costs.one),
    many: median(costs.many),
    ratio: median(costs.one.map((cpu, i) => (costs.many[i] ?? 0) / cpu)),
    jobsPerSecond: { one: jobsOfOne, many: jobsOfMany },
  }
}

/** Milliseconds of CPU a second of a server without requests. */
async function cpuOfJobs(pid: number): Promise<number> {
  const before = cpuMillisecondsOf(pid) ?? 0
  await pause(JOBS_SECONDS * 1000)
  return ((cpuMillisecondsOf(pid) ?? 0) - before) / JOBS_SECONDS
}

async function measureMemory() {
  const before = residentMegabytesOf(many.pid) ?? 0
  const first: number[] = []
  for (const { host } of created.slice(1)) {
    const began = performance.now()
    await new Visitor(many.url, host).get('/store/regions')
    first.push(performance.now() - began)
  }
  const open = { megabytes: residentMegabytesOf(many.pid) ?? 0, connections: await connections() }
  await pause((IDLE_SECONDS + 15) * 1000)
  const idle = { megabytes: residentMegabytesOf(many.pid) ?? 0, connections: await connections() }
  return {
    ...{ before, open, idle },
    megabytesOfOpenShop: (open.megabytes - before) / (count - 1),
    firstRequest: { median: median(first), slowest: Math.max(...first) },
  }
}

/** The times of a quiet shop, alone and while others flood another shop with searches, in turns. */
async function measureAttack() {
  const quiet = new Visitor(many.url, created[1]!.host)
  const [alone, attacked, searches] = [[], [], []] as [number[], number[], number[]]
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await timesOf(quiet)))
    const attack = startAttack()
    await pause(500)
    const [before, began] = [attack.searches(), performance.now()]
    attacked.push(...(await timesOf(quiet)))
    searches.push(((attack.searches() - before) * 1000) / (performance.now() - began))
    await attack.end()
  }
  return {
    alone: quantile(alone, 0.99),
    attacked: quantile(attacked, 0.99),
    ratio: quantile(attacked, 0.99) / quantile(alone, 0.99),
    medians: [median(alone), median(attacked)],
    searchesPerSecond: median(searches),
  }
}

/** In another thread, so that the attackers do not delay the visitor that is timed. */
function startAttack() {
  const thread = new Worker(new URL('attack.ts', import.meta.url), {
    workerData: { url: many.url, host: created[0]!.host, attackers: ATTACKERS },
  })
  const searches = new Int32Array(new SharedArrayBuffer(4))
  thread.postMessage(searches)
  return {
    searches: () => Atomics.load(searches, 0),
    end: async () => {
      thread.postMessage('end')
      await once(thread, 'exit')
    },
  }
}

async function timesOf(visitor: Visitor): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < REQUESTS / 2; i++) {
    const began = performance.now()
    await visitor.get('/store/regions')
    times.push(performance.now() - began)
  }
  return times
}

/** Connections to the databases of shops. */
async function connections(): Promise<number> {
  return withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname like 'shops\\_%'`,
    )
    return rows[0]!.count
  })
}

async function createDatabase(name: string): Promise<string> {
  await withClient(postgres.url, (client) => client.query(`create database ${name}`))
  return postgres.url.replace(/\/\w+$/, `/${name}`)
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
