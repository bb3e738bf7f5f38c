import { createSeededRandom } from '#test/suites/faults/seeded-random.ts'

export interface Sale {
  seed: number
  shops: number
  /** Shops whose sale starts at noon. */
  saleShops: number
  processes: number
  /** `any`: the balancer chooses a process for each request. `host`: all requests of a shop reach the same process. */
  routing: 'any' | 'host'
  /** Shops that a process remembers. */
  openShops: number
  requestMilliseconds: number
  openMilliseconds: number
  /** Requests of all shops per second before noon, and of the sale shops in addition from noon. */
  before: number
  sale: number
  seconds: number
}

export interface Phase {
  requests: number
  /** Times from arrival to response, in milliseconds. */
  p50: number
  p99: number
  /** Part of the requests that opened their shop. */
  opened: number
  /** Part of the time in which the processes worked. */
  busy: number
}

/** Simulates the threads of the processes as queues. Each shop was used before. Runs for `seconds` before and `seconds` after noon. Equal seeds give equal results. */
export function simulateSale(sale: Sale): { before: Phase; after: Phase } {
  const random = createSeededRandom(sale.seed)
  const threads = Array.from({ length: sale.processes }, () => ({ freeAt: 0, open: new Map<number, true>() }))
  for (let shop = 0; shop < sale.shops; shop++)
    for (const [place, { open }] of threads.entries())
      if (sale.routing === 'any' || shop % sale.processes === place) useShop(open, shop, sale.openShops)
  const phases = { before: newPhase(), after: newPhase() }
  const noon = sale.seconds * 1000
  for (let at = 0; at < 2 * noon; ) {
    const isAfter = at >= noon
    at += (-Math.log(1 - random()) * 1000) / (sale.before + (isAfter ? sale.sale : 0))
    const isOfSale = isAfter && random() < sale.sale / (sale.before + sale.sale)
    const shop = Math.floor(random() * (isOfSale ? sale.saleShops : sale.shops))
    const thread = threads[sale.routing === 'host' ? shop % sale.processes : Math.floor(random() * sale.processes)]!
    const isNew = useShop(thread.open, shop, sale.openShops)
    const work = -Math.log(1 - random()) * sale.requestMilliseconds + (isNew ? sale.openMilliseconds : 0)
    thread.freeAt = Math.max(at, thread.freeAt) + work
    const phase = isAfter ? phases.after : phases.before
    phase.times.push(thread.freeAt - at)
    phase.work += work
    if (isNew) phase.opened += 1
  }
  const threadTime = noon * sale.processes
  return { before: summaryOf(phases.before, threadTime), after: summaryOf(phases.after, threadTime) }
}

const newPhase = () => ({ times: [] as number[], work: 0, opened: 0 })

/** Returns whether the shop was closed. The shop without a request for the longest time is closed. */
function useShop(open: Map<number, true>, shop: number, limit: number): boolean {
  const wasOpen = open.delete(shop)
  open.set(shop, true)
  if (open.size > limit) open.delete(open.keys().next().value as number)
  return !wasOpen
}

function summaryOf({ times, work, opened }: ReturnType<typeof newPhase>, threadTime: number): Phase {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { requests: times.length, p50: at(0.5), p99: at(0.99), opened: opened / times.length, busy: work / threadTime }
}
