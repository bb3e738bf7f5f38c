import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { enqueue, enqueueAll } from '#entities/platform/job/enqueue.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { agedRows, minutesAgo } from '#test/support/aged-rows.ts'
import { type RunningProgram, runProgram } from '#test/support/program.ts'
import { deleteJobs } from '#test/support/queued-jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => deleteJobs(shop))

const hangingWorker = () =>
  runProgram([process.execPath, 'test/support/hanging-worker.ts'], { DATABASE_URL: shop.databaseUrl })

const jobs = () =>
  shop.orm.em
    .fork()
    .execute<{ task: string; attempts: number; locked: boolean }[]>(
      'select task_identifier as task, attempts, locked_by is not null as locked from graphile_worker.jobs',
    )

async function pidsOfLeases(): Promise<number[]> {
  const sql = `select pid from pg_locks where locktype = 'advisory' and granted
    and classid = 271829 and database = (select oid from pg_database where datname = current_database())`
  return (await shop.orm.em.fork().execute<{ pid: number }[]>(sql)).map(({ pid }) => pid)
}

const untilReceived = (worker: RunningProgram) => worker.waitFor(() => worker.output().includes('received'))

/** Starts a worker in this process that records its deliveries. */
async function startCounting() {
  const deliveries: string[] = []
  const counting = subscribeTo(['region.created'], async (_, { payload }) => {
    deliveries.push(payload.id)
  })
  const subscribers = { hanging: counting }
  const context = { ...shop.jobs, subscribers, logger: pino({ level: 'silent' }) }
  const settings = { databaseUrl: shop.databaseUrl, concurrency: 2, rescueInterval: 50 }
  const runner = await startRunner(context, settings)
  return { deliveries, [Symbol.asyncDispose]: () => runner.stop() }
}

test('the job of a killed worker is completed by another', async () => {
  await using worker = hangingWorker()
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_1' })
  await untilReceived(worker)
  worker.signal('SIGKILL')
  await worker.result
  expect(await jobs()).toEqual([{ task: 'tell_subscriber', attempts: 1, locked: true }])
  await using other = await startCounting()
  await waitUntil(() => other.deliveries.length > 0)
  await waitUntil(async () => (await jobs()).length === 0)
  expect(other.deliveries).toEqual(['reg_1'])
})

/** Lets the worker fetch two jobs. It starts only the first. */
async function fetchTwoJobs(worker: RunningProgram, [first, second]: [string, string]) {
  await announce(shop.orm.em.fork(), 'region.created', { id: first })
  await untilReceived(worker)
  await announce(shop.orm.em.fork(), 'region.created', { id: second })
  await waitUntil(async () => (await jobs()).filter(({ locked }) => locked).length === 2)
}

test('the fetched and started jobs of a killed worker are completed by another', async () => {
  await using worker = hangingWorker()
  await fetchTwoJobs(worker, ['reg_7', 'reg_8'])
  worker.signal('SIGKILL')
  await worker.result
  await using other = await startCounting()
  await waitUntil(() => other.deliveries.length === 2)
  await waitUntil(async () => (await jobs()).length === 0)
  expect(other.deliveries.sort()).toEqual(['reg_7', 'reg_8'])
})

test('a fetched job that a worker cannot start is released to others', async () => {
  await using worker = hangingWorker()
  await fetchTwoJobs(worker, ['reg_9', 'reg_10'])
  await using other = await startCounting()
  await waitUntil(() => other.deliveries.includes('reg_10'))
  await waitUntil(async () => (await jobs()).length === 1)
  expect(await jobs()).toEqual([{ task: 'tell_subscriber', attempts: 1, locked: true }])
  expect(other.deliveries).toEqual(['reg_10'])
})

test('simultaneous jobs are each processed once', async () => {
  await using worker = await startCounting()
  const ids = Array.from({ length: 50 }, (_, i) => `reg_${i + 100}`)
  await Promise.all(ids.map((id) => announce(shop.orm.em.fork(), 'region.created', { id })))
  await waitUntil(() => worker.deliveries.length === ids.length)
  await waitUntil(async () => (await jobs()).length === 0)
  expect(worker.deliveries.sort()).toEqual(ids)
})

test('a job of a queue starts as soon as the previous one ends', async () => {
  await using _worker = await startCounting()
  const payload = { subscriber: 'hanging', events: [] }
  // The worker polls every two seconds, which would take longer than the timeout of the test.
  const queued = Array.from({ length: 40 }, () => ({ payload, queue: 'one after another' }))
  await enqueueAll(shop.orm.em.fork(), 'tell_subscriber', queued)
  await waitUntil(async () => (await jobs()).length === 0)
}, 60_000)

test('a running job stays with its worker after its connections broke', async () => {
  await using worker = hangingWorker()
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_2' })
  await untilReceived(worker)
  const leases = await pidsOfLeases()
  await Promise.all(leases.map((pid) => shop.orm.em.fork().execute('select pg_terminate_backend(?)', [pid])))
  await waitUntil(async () => {
    const now = await pidsOfLeases()
    return now.length === 1 && now[0] !== leases[0]
  })
  await using other = await startCounting()
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_3' })
  await waitUntil(() => other.deliveries.includes('reg_3'))
  await waitUntil(async () => (await jobs()).length === 1)
  expect(await jobs()).toEqual([{ task: 'tell_subscriber', attempts: 1, locked: true }])
  expect(other.deliveries).toEqual(['reg_3'])
})

test('a worker reconnects after its connections broke', async () => {
  await using worker = await startCounting()
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_5' })
  await waitUntil(() => worker.deliveries.includes('reg_5'))
  await shop.orm.em.fork().execute(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cartwright worker' and datname = current_database()`)
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_6' })
  await waitUntil(() => worker.deliveries.includes('reg_6'))
  await waitUntil(async () => (await pidsOfLeases()).length === 1)
})

test('a stopped worker releases unfinished jobs', async () => {
  await using worker = hangingWorker()
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_4' })
  await untilReceived(worker)
  worker.signal('SIGTERM')
  expect((await worker.result).code).toBe(0)
  expect(await jobs()).toEqual([{ task: 'tell_subscriber', attempts: 1, locked: false }])
})

test('npm run worker processes jobs and stops on SIGTERM', async () => {
  const run = (sql: string) => shop.orm.em.fork().execute(sql)
  await agedRows(shop.orm).sessions({ expires_at: minutesAgo(1) })
  await using worker = runProgram([process.execPath, 'server/worker.ts'], { DATABASE_URL: shop.databaseUrl })
  await enqueue(shop.orm.em.fork(), 'tidy_up', { payload: {} })
  await worker.waitFor(async () => (await jobs()).length === 0)
  expect(await run('select id from session')).toEqual([])
  expect(await run('select identifier from graphile_worker._private_known_crontabs order by 1')).toEqual([
    { identifier: 'expire_carts' },
    { identifier: 'look_up_payments' },
    { identifier: 'storefront.resize-pictures' },
    { identifier: 'tidy_up' },
  ])
  worker.signal('SIGTERM')
  expect(await worker.result).toMatchObject({ code: 0, stderr: '' })
})
