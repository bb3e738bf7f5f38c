import { startPostgres, startServer } from '../../../bench/server.ts'
import { table } from '../../../bench/table.ts'
import { sweepOrigins } from './admin-origins.ts'
import { sweepQueries } from './changing-queries.ts'
import { findCloseIds, readIds } from './close-ids.ts'
import { adminOrigin, type HostileShop, openHostileShop, storeOrigin } from './shop.ts'
import { runAttacks } from './under-attack/run-attacks.ts'
import { contend } from './waiters.ts'

export interface SweepSettings {
  seed: number
  only: string | undefined
  /** Duration of the checkouts during each attack, in seconds. */
  seconds: number
}

/** Each sweep looks for one kind of fault in a separate shop, prints a table and returns its findings. */
export const sweeps: Readonly<Record<string, (settings: SweepSettings) => Promise<string[]>>> = {
  queries: (settings) => inShop((shop) => runQueries(shop, settings)),
  origins: () => inShop(runOrigins),
  ids: () => inShop(runIds),
  waiters: runWaiters,
  attacks: runAttacks,
}

async function inShop(run: (shop: HostileShop) => Promise<string[]>): Promise<string[]> {
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await startPostgres())
  return await run(ending.use(await openHostileShop(postgres.url)))
}

async function runQueries(shop: HostileShop, settings: SweepSettings): Promise<string[]> {
  const swept = await sweepQueries({
    ...shop,
    ...settings,
    callers: await shop.callers(),
    plainInputs: 9,
    richInputs: 30,
  })
  const rows = swept.map(({ procedure, requests, answered, findings }) => [
    procedure,
    ...[requests, answered, findings.length].map(String),
  ])
  console.log(table(`${swept.length} queries`, [['query', 'requests', '2xx and 3xx', 'findings'], ...rows]))
  return swept.flatMap(({ findings }) => findings)
}

async function runOrigins(shop: HostileShop): Promise<string[]> {
  const { procedures, requests, findings } = await sweepOrigins({ ...shop, storeOrigin, adminOrigin })
  console.log(`${requests} requests to ${procedures} procedures of the administration, sent by an origin of the store`)
  return findings
}

const CARTS = 1000

async function runIds({ url, query }: HostileShop): Promise<string[]> {
  const makeCart = () => fetch(`${url}/store/carts`, { method: 'POST' }).then((answer) => answer.text())
  await Promise.all(Array.from({ length: CARTS }, makeCart))
  const stored = await readIds(query)
  const kinds = Map.groupBy(stored, (one) => one.table)
  const rows = Array.from(kinds, ([name, ids]) => [name, String(ids.length)])
  console.log(table(`${stored.length} ids`, [['table', 'ids'], ...rows]))
  return findCloseIds(stored.map(({ id }) => id))
}

async function runWaiters(): Promise<string[]> {
  await using ending = new AsyncDisposableStack()
  const { url: databaseUrl } = ending.use(await startPostgres())
  const server = ending.use(await startServer(databaseUrl, { DATABASE_POOL_MAX: '3', DATABASE_WAIT_SECONDS: '3' }))
  const load = { waiters: 40, checkouts: 20, holders: ['another process', 'the callers'] as const }
  const contended = await contend({ server, databaseUrl, ...load })
  const rows = contended.map(({ row, holder, waiting, answers, findings }) => [
    `${row}, held by ${holder}`,
    String(waiting),
    Array.from(answers, ([answer, count]) => `${count} × ${answer}`).join(', '),
    String(findings.length),
  ])
  const head = ['row', 'connections that wait', 'answers', 'findings']
  console.log(table(`${load.waiters} callers wait for one row, 3 connections`, [head, ...rows]))
  return contended.flatMap(({ row, holder, findings }) => findings.map((one) => `${row}, held by ${holder}: ${one}`))
}
