import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESULTS } from '../result.ts'
import { type Costs, demandOf, fleetOf, monthlyCost, vacuumedDatabases } from './model.ts'
import { type Sale, simulateSale } from './simulate-sale.ts'
import { simulateTurns } from './simulate-turns.ts'

/* A model of many shops and of a very large one, with the measured costs of bench/results. Explained in docs/understand/scale.md. */

interface Measured {
  program: string
  task: string
  clients: number
  cpu: { server: number; postgres: number }
}

const read = <Report>(name: string): Report => JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8'))
const cpuOf = (name: string, task: string) =>
  read<{ measured: Measured[] }>(name).measured.find(
    (one) => one.program === 'own' && one.task === task && one.clients === 8,
  )!.cpu

const costs: Costs = {
  checkout: cpuOf('checkouts', 'checkouts'),
  visit: cpuOf('visits', 'visit'),
  walBytesPerOrder: read<{ bytesPerOrder: number }>('wal').bytesPerOrder,
  megabytesOfOpenShop: read<{ memory: { megabytesOfOpenShop: number } }>('shops').memory.megabytesOfOpenShop,
}
const TURN = read<{ memory: { firstRequest: { median: number } } }>('shops').memory.firstRequest.median

console.log('Costs', costs)
for (const cachedVisits of [0, 0.95])
  console.log(
    `1,000 orders a second, ${cachedVisits * 100} % of visits cached`,
    demandOf({ ordersPerSecond: 1000, visitsPerOrder: 50, cachedVisits }, costs),
  )
const SHOPS = 10_000
console.log(
  '10,000 shops with 100 orders a day',
  demandOf({ ordersPerSecond: (SHOPS * 100) / 86_400, visitsPerOrder: 50, cachedVisits: 0 }, costs),
)
console.log(
  'their servers',
  fleetOf({
    ...{ shops: SHOPS, shopsPerServer: vacuumedDatabases(60), megabytesOfShop: 14, roundMinutes: 5 },
    turnMilliseconds: 2 * TURN,
  }),
)
console.log('euros a month', monthlyCost(46, 140, { core: 25, gigabyte: 0.1 }))

const sale: Omit<Sale, 'routing' | 'openShops'> = {
  ...{ seed: 1, shops: SHOPS, saleShops: 100, processes: 20, requestMilliseconds: 0.41, openMilliseconds: TURN },
  ...{ before: 2000, sale: 20_000, seconds: 30 },
}
for (const routing of ['any', 'host'] as const)
  for (const openShops of [100, 500, 1000])
    console.log('sale at noon', { routing, openShops }, simulateSale({ ...sale, routing, openShops }))

for (const busyShops of [0, 20, 100])
  for (const concurrency of [4, 16, 80])
    console.log(
      'turns',
      { busyShops, concurrency },
      simulateTurns({
        ...{ shops: SHOPS, busyShops, concurrency, roundSeconds: 300, rounds: 2 },
        ...{ turnMilliseconds: 2 * TURN, busyTurnMilliseconds: 2000 },
      }),
    )
