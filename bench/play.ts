import { checkout, type Send, STEPS, type Step } from './checkout.ts'
import { Connection } from './connection.ts'
import type { BenchShop } from './shop.ts'

/** Milliseconds within which so many percent of the requests were answered. */
export interface Latency {
  p50: number
  p95: number
  p99: number
}

export interface Played {
  clients: number
  checkouts: number
  checkoutsPerSecond: number
  latency: Record<Step, Latency>
}

export interface Load {
  url: string
  shop: BenchShop
  clients: number
  checkouts: number
}

/** Plays `checkouts` whole checkouts, at each moment as many as there are clients. */
export async function play({ url, shop, clients, checkouts }: Load): Promise<Played> {
  const connection = new Connection(url)
  const took = new Map<Step, number[]>(STEPS.map((step) => [step, []]))
  const send: Send = async (step, method, path, body) => {
    const began = performance.now()
    const answer = await connection.send(method, path, body)
    took.get(step)!.push(performance.now() - began)
    return answer
  }
  let next = 0
  const client = async () => {
    while (next < checkouts) await checkout(send, shop, next++)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  connection.close()
  const latency = Object.fromEntries(STEPS.map((step) => [step, latencyOf(took.get(step)!)])) as Played['latency']
  return { clients, checkouts, checkoutsPerSecond: checkouts / seconds, latency }
}

function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
