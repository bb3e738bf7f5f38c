import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '#entities/values/clock.ts'
import { JobTurns } from '#server/hosting/job-turns.ts'
import type { OpenShops } from '#server/hosting/open-shops.ts'
import { defineJob, definePlugin } from '#server/index.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { waitUntil } from '../../support/wait-until.ts'

/* The jobs of many shops in one process. */

/** The jobs that ran, as `shop:number`, in their order. */
const ran: string[] = []
const minutes: string[] = []
let begun = 0
let interrupted = 0

const work = defineJob({
  name: 'probe.work',
  payload: z.object({ number: z.number(), milliseconds: z.number() }),
  async run({ number, milliseconds }, { em, signal }) {
    begun += 1
    await pause(milliseconds, undefined, { signal }).catch(() => {
      interrupted += 1
    })
    ran.push(`${await nameOf(em)}:${number}`)
  },
})
const everyMinute = defineJob({
  name: 'probe.minute',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (_, { em }) => void minutes.push(await nameOf(em)),
})
const nameOf = async (em: EntityManager) => (await em.execute<[{ name: string }]>('select name from store'))[0].name

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
let shops: OpenShops
beforeAll(async () => {
  const probe = definePlugin({ name: 'probe', jobs: [work, everyMinute] })
  directory = ending.use(await openTestDirectory([probe]))
  for (const id of ['east', 'west']) await directory.create(id)
  served = ending.use(await serveDirectory(directory))
  ;({ shops } = served)
})
afterAll(() => ending.disposeAsync())
beforeEach(() => {
  ran.length = 0
  begun = 0
  interrupted = 0
})

let turns: JobTurns
const startTurns = (over: { turnMilliseconds?: number; roundMilliseconds?: number } = {}) => {
  turns = new JobTurns({ shops, ...directory.program }, { concurrency: 1, roundMilliseconds: 3_600_000, ...over })
  return turns
}
afterEach(() => turns[Symbol.asyncDispose]())

const inShop = async <Result>(id: string, run: (em: EntityManager) => Promise<Result>): Promise<Result> => {
  const { shop, release } = await shops.take(id)
  try {
    return await run(shop.orm.em.fork())
  } finally {
    release()
  }
}
const enqueue = (id: string, count: number, milliseconds: number, run_at?: Date) =>
  inShop(id, async (em) => {
    for (let number = 1; number <= count; number++)
      await work.enqueue(em, { number, milliseconds }, run_at ? { run_at } : {})
  })

test('a request for a turn runs the jobs of the shop, and of no other', async () => {
  await enqueue('east', 2, 0)
  await enqueue('west', 1, 0)
  startTurns().request('east')
  await waitUntil(() => ran.length >= 2)
  expect(ran).toEqual(['east:1', 'east:2'])
  turns.request('west')
  await waitUntil(() => ran.length === 3)
  expect(ran[2]).toBe('west:1')
})

test('a shop has a turn in each round without a request', async () => {
  await enqueue('west', 1, 0)
  startTurns({ roundMilliseconds: 200 })
  await waitUntil(() => ran.length > 0)
})

test('a shop with many jobs lets another have its turn', async () => {
  await enqueue('east', 30, 40)
  await enqueue('west', 1, 0)
  startTurns({ turnMilliseconds: 300 })
  turns.request('east')
  turns.request('west')
  await waitUntil(() => ran.length === 31)
  expect(ran.indexOf('west:1')).toBeLessThan(29)
  expect(ran.filter((name) => name.startsWith('east'))).toHaveLength(30)
})

test('the end of a turn does not interrupt its job, and the stop does', async () => {
  await enqueue('east', 1, 900)
  startTurns({ turnMilliseconds: 50 }).request('east')
  await waitUntil(() => ran.length === 1)
  expect(interrupted).toBe(0)
  await enqueue('east', 1, 60_000)
  turns.request('east')
  await waitUntil(() => begun === 2)
  await turns[Symbol.asyncDispose]()
  expect(interrupted).toBe(1)
})

test('a shop has a turn at the time of its next job', async () => {
  startTurns().request('east')
  await enqueue('east', 1, 0, new Date(Date.now() + 1500))
  turns.request('east')
  await waitUntil(() => ran.length === 1)
})

test('a scheduled job whose minutes passed without a turn runs once', async () => {
  startTurns().request('east')
  const known = () =>
    inShop('east', (em) =>
      em.execute('select 1 from graphile_worker._private_known_crontabs where identifier = ?', [everyMinute.name]),
    )
  await waitUntil(async () => (await known()).length === 1)
  minutes.length = 0
  setClock(Date.now() + 3 * 3_600_000)
  turns.request('east')
  await waitUntil(() => minutes.length > 0)
  setClock(Date.now())
  expect(minutes).toEqual(['east'])
})
