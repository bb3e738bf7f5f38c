import { expect, test } from 'vitest'
import { journeyOf } from '../../bench/load/journeys.ts'
import { openLoop } from '../../bench/load/open-loop.ts'
import { type Slice, steadinessOf } from '../../bench/load/report.ts'

test('every hundred visits contain the whole mix of journeys', () => {
  const names = Array.from({ length: 100 }, (_, i) => journeyOf(200 + i).name)
  const shares: Record<string, number> = {}
  for (const name of names) shares[name] = (shares[name] ?? 0) + 1
  expect(shares).toEqual({ browse: 40, fillCart: 20, buy: 15, lookThroughLists: 10, handleOrder: 10, logIn: 5 })
})

test('an open loop starts visits without waiting for earlier ones', async () => {
  const doors = Promise.withResolvers<void>()
  const started: number[] = []
  const visit = async (i: number) => {
    started.push(i)
    if (started.length === 4) doors.resolve()
    await doors.promise
  }
  expect(await openLoop(visit, { perSecond: 1000, seconds: 0.004, first: 7 })).toEqual({ came: 4, most: 4 })
  expect(started).toEqual([7, 8, 9, 10])
})

test('steadiness compares the last third with the first one and skips the warm-up', () => {
  const slice = (heap: number) => ({ heap }) as Slice
  const slices = [900, 50, 60, 70, 80, 90, 110].map(slice)
  const took = [[900], [1, 3], [3, 5], [9], [9], [6, 9], [9, 12]]
  expect(steadinessOf(slices, took)).toEqual({ p50: 3, p99: 12 / 5, heap: 200 / 110 })
})
