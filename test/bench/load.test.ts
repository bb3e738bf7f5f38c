import { expect, test } from 'vitest'
import { journeyOf } from '../../bench/load/journeys.ts'
import { openLoop } from '../../bench/load/open-loop.ts'
import { type Slice, steadinessOf } from '../../bench/load/report.ts'

/* What `npm run bench -- load` goes by. */

test('each hundred visits have the whole mix', () => {
  const names = Array.from({ length: 100 }, (_, i) => journeyOf(200 + i).name)
  const shares: Record<string, number> = {}
  for (const name of names) shares[name] = (shares[name] ?? 0) + 1
  expect(shares).toEqual({ browse: 40, fillCart: 20, buy: 15, lookThroughLists: 10, handleOrder: 10, logIn: 5 })
})

test('visitors come whether or not those before them are done', async () => {
  const doors = Promise.withResolvers<void>()
  const seen: number[] = []
  const visit = async (i: number) => {
    seen.push(i)
    if (seen.length === 4) doors.resolve()
    await doors.promise
  }
  expect(await openLoop(visit, { perSecond: 1000, seconds: 0.004, first: 7 })).toEqual({ came: 4, most: 4 })
  expect(seen).toEqual([7, 8, 9, 10])
})

test('the last third is compared with the first one, without what warms up', () => {
  const slice = (heap: number) => ({ heap }) as Slice
  const slices = [900, 50, 60, 70, 80, 90, 110].map(slice)
  const took = [[900], [1, 3], [3, 5], [9], [9], [6, 9], [9, 12]]
  expect(steadinessOf(slices, took)).toEqual({ p50: 3, p99: 12 / 5, heap: 200 / 110 })
})
