import { checkOutOver } from '../checkout.ts'
import { Connection } from '../connection.ts'
import type { BenchPostgres } from '../postgres.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { latencyOf, median } from '../quantiles.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type BenchShop, setUpShop } from '../shop.ts'
import { fill } from './fill.ts'
import type { Size } from './report.ts'
import { variantIdOf } from './tables.ts'

export interface GrowthShop {
  size: number
  fillSeconds: number
  url: string
  server: RunningServer
  shop: BenchShop
  next: number
  took: number[]
  cpu: { server: number; postgres: number }[]
}

export async function openGrowthShop(
  postgres: BenchPostgres,
  size: number,
  ending: AsyncDisposableStack,
): Promise<GrowthShop> {
  const url = await postgres.addDatabase()
  const server = ending.use(await startServer(url))
  const shop = await setUpShop(server)
  console.log(`Inserting ${size} orders and products`)
  const began = performance.now()
  await fill(url, size, size >= 100_000 ? console.log : () => {})
  const fillSeconds = (performance.now() - began) / 1000
  console.log(`  total ${fillSeconds.toFixed(0)} s`)
  return { size, fillSeconds, url, server, shop: sellingAll(shop, size), next: 0, took: [], cpu: [] }
}

const TRIPLES = 2000
// Not a divisor of any size, so that consecutive checkouts use distant variants.
const STRIDE = 7919

function sellingAll(shop: BenchShop, size: number): BenchShop {
  const variant = (i: number) => ({ id: variantIdOf(1 + ((i * STRIDE) % size)) })
  const triples = Array.from({ length: Math.min(TRIPLES, Math.floor(size / 3)) }, (_, i) => i * 3)
  return { ...shop, products: triples.map((i) => ({ variants: [variant(i), variant(i + 1), variant(i + 2)] })) }
}

export async function runCheckouts(grown: GrowthShop, count: number): Promise<number[]> {
  const connection = new Connection(grown.server.url)
  const took: number[] = []
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    await checkOutOver(connection, grown.shop, grown.next++)
    took.push(performance.now() - began)
  }
  connection.close()
  return took
}

export async function measureCheckouts(
  grown: GrowthShop,
  postgresPid: number | undefined,
  count: number,
): Promise<void> {
  const used = () => ({
    server: cpuMillisecondsOf(grown.server.pid) ?? Number.NaN,
    postgres: (postgresPid && cpuMillisecondsOf(postgresPid)) ?? Number.NaN,
  })
  const before = used()
  grown.took.push(...(await runCheckouts(grown, count)))
  const after = used()
  grown.cpu.push({
    server: (after.server - before.server) / count,
    postgres: (after.postgres - before.postgres) / count,
  })
}

export function sizeOf({ size, fillSeconds, took, cpu }: GrowthShop): Omit<Size, 'statements' | 'roundTrips'> {
  return {
    size,
    fillSeconds,
    server: median(cpu.map(({ server }) => server)),
    postgres: median(cpu.map(({ postgres }) => postgres)),
    latency: latencyOf(took),
  }
}
