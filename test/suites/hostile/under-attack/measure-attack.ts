import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { checkOutOver } from '../../../../bench/checkout.ts'
import { runWithClients } from '../../../../bench/clients.ts'
import { Connection } from '../../../../bench/connection.ts'
import { type Latency, latencyOf } from '../../../../bench/quantiles.ts'
import type { BenchShop } from '../../../../bench/shop.ts'
import type { AttackTargets } from './attack-targets.ts'
import type { AttackThreadData } from './attacker-thread.ts'
import { reaches, readServerUse, type ServerUse, watchServer } from './watch-server.ts'

export interface Customers {
  url: string
  /** The process of the server. */
  pid: number
  shop: BenchShop
  clients: number
  seconds: number
  checkouts: number
  mostSeconds?: number
}

export interface Served {
  latency: Latency
  checkouts: number
  refused: string[]
}

export interface MeasuredAttack {
  attack: string
  usual: Served
  underAttack: Served
  /** The largest use of memory, connections and files. Undefined on systems without `/proc`. */
  use: ServerUse | undefined
  answers: ReadonlyMap<string, number>
  findings: string[]
}

/** Maximum p99 during an attack, relative to the usual p99. */
const FACTOR = 5

/** Connections end during an attack, and the limits of an hour do not end the attack. */
export const ATTACKED = {
  STALLED_ANSWER_SECONDS: '3',
  UNREAD_BYTES: '100000000',
  CARTS_PER_ADDRESS: '1000000',
  STORED_BYTES_PER_ADDRESS: '1999999999',
}
const STALLED_SECONDS = Number(ATTACKED.STALLED_ANSWER_SECONDS)

/** Maximum of megabytes that the kernel holds, and by which the memory of the process grows. */
const MOST_UNREAD = 300
const MOST_GROWTH = 400

/** Connections of customers, and of the server to PostgreSQL, that an attack may leave open. */
const USUAL_FILES = 40

/** The attack reaches its full size before checkouts are measured. */
const WARM_UP = 1500

export async function measureAttack(
  customers: Customers,
  attack: string,
  targets: AttackTargets,
): Promise<MeasuredAttack> {
  const usual = await serve(customers)
  const { pid, url } = customers
  const before = await readServerUse(pid, url)
  const threadData: AttackThreadData = { url, name: attack, targets }
  const thread = new Worker(new URL('./attacker-thread.ts', import.meta.url), { workerData: threadData })
  const exited = once(thread, 'exit').then(() => Promise.reject(new Error('The attacker ended before it was stopped')))
  exited.catch(() => {})
  await pause(WARM_UP)
  const serving = serve(customers)
  const use = await watchServer(pid, url, serving)
  const underAttack = await serving
  thread.postMessage('hold')
  const endsUnread = await reaches({ pid, url, seconds: STALLED_SECONDS + 7 }, ({ unread }) => unread === 0)
  const ended = Promise.race([once(thread, 'message'), exited])
  thread.postMessage('stop')
  const [answers] = (await ended) as [Map<string, number>]
  await thread.terminate()
  await recover(customers)
  const openFiles = (before?.openFiles ?? 0) + USUAL_FILES
  const findings = [
    ...findingsOf(attack, usual, underAttack),
    ...(before && use ? findingsOfUse(attack, before, use) : []),
    ...(endsUnread ? [] : [`${attack}: connections whose answers are not read stay open`]),
    ...((await reaches({ pid, url, seconds: 10 }, (left) => left.openFiles <= openFiles))
      ? []
      : [`${attack}: connections or files stay open after the attack`]),
  ]
  return { attack, usual, underAttack, use, answers, findings }
}

export async function serve({ url, shop, clients, ...amounts }: Customers): Promise<Served> {
  const { seconds, checkouts, mostSeconds = Number.POSITIVE_INFINITY } = amounts
  const connection = new Connection(url)
  const milliseconds: number[] = []
  const refused: string[] = []
  const began = performance.now()
  const isWanted = (begun: number) => {
    const passed = (performance.now() - began) / 1000
    return passed < seconds || (begun < checkouts && passed < mostSeconds)
  }
  await runWithClients(clients, isWanted, async (i) => {
    const start = performance.now()
    await visit(connection, shop, i).catch((error: Error) => refused.push(error.message))
    milliseconds.push(performance.now() - start)
  })
  connection.close()
  return { latency: latencyOf(milliseconds), checkouts: milliseconds.length, refused }
}

/** A customer opens a page that no cache has, searches and checks out. */
async function visit(connection: Connection, shop: BenchShop, i: number): Promise<void> {
  const tomorrow = Date.now() + 86_400_000 + Math.floor(Math.random() * 1e9)
  await connection.get(`/store/products?limit=12&created_at[lt]=${new Date(tomorrow).toISOString()}`)
  await connection.post('/store/products/search', { q: `coat ${i}`, limit: 12 })
  await checkOutOver(connection, shop, i)
}

/** Waits until the server has done the work that the attack left behind. */
async function recover(customers: Customers): Promise<void> {
  await serve({ ...customers, clients: 1, seconds: 1, checkouts: 3 })
}

function findingsOf(attack: string, usual: Served, { latency, refused }: Served): string[] {
  const bound = usual.latency.p99 * FACTOR
  return [
    ...(latency.p99 > bound
      ? [`${attack}: the p99 of a checkout is ${latency.p99.toFixed(0)} ms, more than ${bound.toFixed(0)} ms`]
      : []),
    ...(refused.length > 0 ? [`${attack}: ${refused.length} checkouts failed, such as: ${refused[0]}`] : []),
  ]
}

const findingsOfUse = (attack: string, before: ServerUse, { memory, unread }: ServerUse): string[] => [
  ...(unread > MOST_UNREAD ? [`${attack}: the kernel holds ${unread.toFixed(0)} MB that clients do not read`] : []),
  ...(memory > before.memory + MOST_GROWTH
    ? [`${attack}: the memory grows from ${before.memory.toFixed(0)} to ${memory.toFixed(0)} MB`]
    : []),
]
