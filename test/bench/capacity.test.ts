import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demandOf, fleetOf, monthlyCost, vacuumedDatabases } from '../../bench/capacity/model.ts'
import { type Sale, simulateSale } from '../../bench/capacity/simulate-sale.ts'
import { simulateTurns, type Turns } from '../../bench/capacity/simulate-turns.ts'

const costs = {
  checkout: { server: 6, postgres: 12 },
  visit: { server: 30, postgres: 60 },
  walBytesPerOrder: 50_000,
  megabytesOfOpenShop: 1,
}

test('processors, log and sessions follow from the costs of one order', () => {
  expect(demandOf({ ordersPerSecond: 100, visitsPerOrder: 10, cachedVisits: 0 }, costs)).toEqual({
    ...{ serverCores: 1 + 50, writeCores: 2, readCores: 100 },
    ...{ walMegabytesPerSecond: 5, walTerabytesPerDay: 0.432, workingSessions: 62 },
  })
  const cached = demandOf({ ordersPerSecond: 100, visitsPerOrder: 10, cachedVisits: 0.9 }, costs)
  expect([cached.readCores, cached.writeCores, cached.walMegabytesPerSecond].map(Math.round)).toEqual([10, 2, 5])
})

test('servers, disks and turns follow from the number of shops', () => {
  const fleet = { shops: 6000, shopsPerServer: 500, megabytesOfShop: 14, roundMinutes: 5, turnMilliseconds: 90 }
  expect(fleetOf(fleet)).toEqual({ servers: 12, gigabytes: 84, turnsPerSecond: 20, turnsAtOnce: 3 })
  expect(vacuumedDatabases(60)).toBe(600)
  expect(monthlyCost(10, 100, { core: 30, gigabyte: 0.1 })).toBe(310)
})

const sale: Sale = {
  ...{ seed: 7, shops: 1000, saleShops: 10, processes: 4, routing: 'host', openShops: 300 },
  ...{ requestMilliseconds: 0.5, openMilliseconds: 40, before: 100, sale: 1000, seconds: 10 },
}

test('the simulation of a sale repeats itself, and its load is that of its rates', () => {
  const { before, after } = simulateSale(sale)
  expect(simulateSale(sale)).toEqual({ before, after })
  expect(simulateSale({ ...sale, seed: 8 })).not.toEqual({ before, after })
  expect(before.requests / 1000).toBeCloseTo(1, 0)
  expect(after.requests / 11_000).toBeCloseTo(1, 1)
  // All shops fit into the memory of their processes.
  expect([before.opened, after.opened]).toEqual([0, 0])
  const tight = simulateSale({ ...sale, openShops: 20 })
  expect(tight.after.opened).toBeGreaterThan(after.opened)
  expect(simulateSale({ ...sale, routing: 'any', openShops: 200 }).before.opened).toBeGreaterThan(0.5)
})

test('a queue without load waits for nothing, and an overloaded one grows', () => {
  const alone = simulateSale({ ...sale, before: 1, sale: 1, seconds: 30 })
  expect(alone.before.p50).toBeLessThan(5)
  const full = simulateSale({ ...sale, sale: 20_000 })
  expect(full.after.busy).toBeGreaterThan(1)
  expect(full.after.p99).toBeGreaterThan(1000)
})

test('the turns of idle shops wait for busy shops only if there are fewer places', () => {
  const turns: Turns = {
    ...{ shops: 1000, busyShops: 0, concurrency: 4, roundSeconds: 300, rounds: 2 },
    ...{ turnMilliseconds: 80, busyTurnMilliseconds: 2000 },
  }
  expect(simulateTurns(turns)).toEqual({ median: 0, longest: 0 })
  expect(simulateTurns({ ...turns, busyShops: 3 }).longest).toBeLessThan(100)
  const crowded = simulateTurns({ ...turns, busyShops: 8 })
  expect(crowded.median).toBeGreaterThan(1000)
})

test('the page of the model has the stored costs', () => {
  const page = readFileSync('docs/understand/scale.md', 'utf8')
  const { memory } = JSON.parse(readFileSync('bench/results/shops.json', 'utf8'))
  const { bytesPerOrder } = JSON.parse(readFileSync('bench/results/wal.json', 'utf8'))
  expect(page).toContain(`| open shop in a process | ${memory.megabytesOfOpenShop.toFixed(2)} MB | |`)
  expect(page).toContain(`first request of a closed shop | ${Math.round(memory.firstRequest.median)} ms | |`)
  expect(page).toContain(`| ${Math.round(bytesPerOrder / 1000)} kB |`)
})
