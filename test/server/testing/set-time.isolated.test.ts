import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, definePlugin, defineShop, inTransaction, now, statement, timeZoneOf } from '#server/index.ts'
import { openTestShop, type TestShop } from '#server/testing/index.ts'

const seen: Date[] = []
const remind = defineJob({
  name: 'reminders.remind',
  payload: z.object({ at: z.coerce.date() }),
  run: async ({ at }) => void seen.push(at),
})
const shopOfReminders = defineShop({ plugins: [definePlugin({ name: 'reminders', jobs: [remind] })] })
const readNow = statement<{ now: Date }>('select now() as now')

let shop: TestShop<typeof shopOfReminders>
beforeAll(async () => {
  shop = await openTestShop(shopOfReminders, { env: { TIME_ZONE: 'Europe/Berlin' } })
})
afterAll(() => shop.close())

const minutesFrom = (time: Date, expected: Date) => Math.abs(time.getTime() - expected.getTime()) / 60_000

test.each([
  '2031-03-01T12:00:00Z',
  '2033-05-06T07:08:09Z',
  '2030-01-01T00:00:00Z',
])('the process and all sessions of PostgreSQL have the time %s', async (text) => {
  const time = new Date(text)
  await shop.setTime(time)
  expect(minutesFrom(now(), time)).toBeLessThan(2)
  const rows = await Promise.all(Array.from({ length: 5 }, () => readNow(shop.orm.em.fork())))
  for (const [row] of rows) expect(minutesFrom(new Date(row!.now), time)).toBeLessThan(2)
  const { order } = await shop.placeOrder()
  expect(minutesFrom(order.created_at, time)).toBeLessThan(2)
})

test('a job that was put off runs when its time comes', async () => {
  const at = new Date('2030-06-01T00:00:00Z')
  await shop.setTime(new Date('2030-05-01T00:00:00Z'))
  await inTransaction(shop.orm.em, (tx) => remind.enqueue(tx, { at }, { run_at: at }))
  await shop.runJobs()
  expect(seen).toEqual([])
  await shop.setTime(new Date('2030-06-01T00:01:00Z'))
  await shop.runJobs()
  expect(seen).toEqual([at])
})

test('a plugin knows the time zone of the shop', () => {
  expect(timeZoneOf(shop.orm.em)).toBe('Europe/Berlin')
})
