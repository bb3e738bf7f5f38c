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

export interface Customers {
  url: string
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
  answers: ReadonlyMap<string, number>
  findings: string[]
}

/** Maximum p99 during an attack, relative to the usual p99. */
const FACTOR = 5

/** The attack reaches its full size before checkouts are measured. */
const WARM_UP = 1500

export async function measureAttack(
  customers: Customers,
  attack: string,
  targets: AttackTargets,
): Promise<MeasuredAttack> {
  const usual = await serve(customers)
  const threadData: AttackThreadData = { url: customers.url, name: attack, targets }
  const thread = new Worker(new URL('./attacker-thread.ts', import.meta.url), { workerData: threadData })
  const exited = once(thread, 'exit').then(() => Promise.reject(new Error('The attacker ended before it was stopped')))
  exited.catch(() => {})
  await pause(WARM_UP)
  const underAttack = await serve(customers)
  const ended = Promise.race([once(thread, 'message'), exited])
  thread.postMessage('stop')
  const [answers] = (await ended) as [Map<string, number>]
  await thread.terminate()
  await recover(customers)
  return { attack, usual, underAttack, answers, findings: findingsOf(attack, usual, underAttack) }
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
