import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PipelineDialect } from '#database/dialect.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Event } from '#entities/platform/event/event.ts'
import { migrationNames } from '#server/database/migration-names.ts'
import { dialectOf } from '#server/database/orm-options.ts'
import { openLog } from '#server/operate/log.ts'
import { Readiness } from '#server/operate/readiness.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { executeSql } from '#test/support/postgres.ts'
import { deleteJobs, failJobs, startOldestJob } from '#test/support/queued-jobs.ts'
import { replyOf } from '#test/support/reply.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.runJobs()
})
afterAll(() => shop[Symbol.asyncDispose]())

const settings = { timeout: 60_000, maxJobLag: 900 }

const READY = {
  status: 'ready',
  checks: {
    accepting: { status: 'pass' },
    database: { status: 'pass' },
    migrations: { status: 'pass', pending: 0 },
    jobs: { status: 'pass', oldest_due_seconds: 0 },
  },
}

const databaseDown = {
  database: { status: 'fail' },
  migrations: { status: 'unknown', pending: null },
  jobs: { status: 'unknown', oldest_due_seconds: null },
}

test('a shop that is up to date and has no backlog is ready', async () => {
  expect(await shop.get('/ready')).toMatchObject({ status: 200, body: READY })
  expect((await shop.get('/ready')).body).toEqual(READY)
  expect((await shop.get('/ready')).headers.get('cache-control')).toBe('no-store')
})

test('each change of the failed checks is logged once', async () => {
  const lines: { level: number; msg: string; checks?: unknown }[] = []
  await using other = await openTestShop({ logger: openLog('info', { write: (line) => lines.push(JSON.parse(line)) }) })
  await other.runJobs()
  await other.orm.em
    .fork()
    .execute(`select graphile_worker.add_job('tidy_up', '{}', run_at => now() - interval '1000 seconds')`)
  for (const status of [503, 503]) expect((await other.get('/ready')).status).toBe(status)
  const name = migrationNames()[0]!
  await other.orm.migrator.getStorage().unlogMigration({ name })
  for (const status of [503, 503]) expect((await other.get('/ready')).status).toBe(status)
  await deleteJobs(other)
  for (const status of [503, 503]) expect((await other.get('/ready')).status).toBe(status)
  await other.orm.migrator.getStorage().logMigration({ name })
  for (const status of [200, 200]) expect((await other.get('/ready')).status).toBe(status)
  expect(lines.filter(({ msg }) => msg.startsWith('The server is'))).toMatchObject([
    { level: 40, msg: 'The server is not ready', checks: { migrations: { status: 'pass' }, jobs: { status: 'fail' } } },
    { level: 40, msg: 'The server is not ready', checks: { migrations: { status: 'fail' }, jobs: { status: 'fail' } } },
    { level: 40, msg: 'The server is not ready', checks: { migrations: { status: 'fail' }, jobs: { status: 'pass' } } },
    { level: 30, msg: 'The server is ready again' },
  ])
})

describe('jobs and readiness', () => {
  const execute = (sql: string) => shop.orm.em.fork().execute(sql)
  const addJob = (options: string) => execute(`select graphile_worker.add_job('tidy_up', '{}', ${options})`)
  beforeEach(() => deleteJobs(shop))
  const readReady = async () => {
    const answer = await fetch(`${shop.url}/ready`)
    return replyOf<{ checks: { jobs: { status: string; oldest_due_seconds: number } } }>(answer)
  }
  const jobs = async () => (await readReady()).body.checks.jobs

  test('a job that is overdue beyond the limit makes the shop not ready', async () => {
    await addJob(`run_at => now() - interval '10 seconds'`)
    await addJob(`run_at => now() - interval '1000 seconds'`)
    await addJob(`run_at => now() + interval '1000 seconds'`)
    const { status, body } = await readReady()
    expect(status).toBe(503)
    expect(body).toMatchObject({ status: 'not_ready', checks: { database: { status: 'pass' } } })
    expect(body.checks.jobs.status).toBe('fail')
    expect(body.checks.jobs.oldest_due_seconds).toBeGreaterThanOrEqual(1000)
  })

  test('a job that is overdue within the limit is only reported', async () => {
    await addJob(`run_at => now() - interval '100 seconds'`)
    expect(await jobs()).toMatchObject({ status: 'pass' })
    expect((await jobs()).oldest_due_seconds).toBeGreaterThanOrEqual(100)
  })

  test.each([
    ['are running', startOldestJob],
    ['have failed', failJobs],
  ])('jobs that %s are not overdue', async (_, change) => {
    await addJob(`run_at => now() - interval '1000 seconds'`)
    await change(shop)
    expect(await jobs()).toEqual({ status: 'pass', oldest_due_seconds: 0 })
  })

  test('jobs behind a running job of their queue are not overdue', async () => {
    for (let i = 0; i < 2; i++) await addJob(`queue_name => 'imports', run_at => now() - interval '1000 seconds'`)
    expect((await jobs()).status).toBe('fail')
    await startOldestJob(shop)
    expect((await jobs()).status).toBe('pass')
  })

  test('events that are not dispatched count as overdue', async () => {
    await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_1' })
    await changeRows(shop, Event, {}, { created_at: minutesAgo(20) })
    expect((await jobs()).status).toBe('fail')
    await shop.runJobs()
    expect(await jobs()).toEqual({ status: 'pass', oldest_due_seconds: 0 })
  })

  test('the limit for overdue jobs can be disabled', async () => {
    await addJob(`run_at => now() - interval '1 year'`)
    const readiness = new Readiness(shop.orm, { timeout: 60_000, maxJobLag: 0 })
    expect(await readiness.check()).toMatchObject({ status: 'ready', checks: { jobs: { status: 'pass' } } })
    await readiness.close()
  })
})

test('pending migrations or missing tables make the shop not ready', async () => {
  await using clone = await openClone()
  const readiness = new Readiness(clone.orm, settings)
  const [name] = migrationNames().filter((one) => one.endsWith('_indexes_once'))
  await clone.orm.migrator.getStorage().unlogMigration({ name: name! })
  expect(await readiness.check()).toMatchObject({
    status: 'not_ready',
    checks: { migrations: { status: 'fail', pending: 1 }, jobs: { status: 'pass' } },
  })
  await executeSql(clone.url, 'drop schema graphile_worker cascade')
  expect((await readiness.check()).checks).toMatchObject({
    database: { status: 'pass' },
    migrations: { status: 'fail', pending: null },
    jobs: { status: 'unknown' },
  })
  await readiness.close()
})

test('a database newer than the program is ready', async () => {
  await using clone = await openClone()
  const readiness = new Readiness(clone.orm, settings)
  await clone.orm.migrator.getStorage().logMigration({ name: 'Migration20990101000000_of_the_future' })
  expect((await readiness.check()).status).toBe('ready')
  await readiness.close()
})

test('a stopping server is not ready', async () => {
  const readiness = new Readiness(shop.orm, { timeout: 60_000, maxJobLag: 0 })
  readiness.drain()
  expect(await readiness.check()).toMatchObject({
    status: 'not_ready',
    checks: { accepting: { status: 'fail' }, database: { status: 'pass' } },
  })
  await readiness.close()
})

describe('an unavailable database', () => {
  /** Checks the readiness against a database at another port. */
  async function checkAt(port: number, timeout: number) {
    const url = Object.assign(new URL(shop.databaseUrl), { port: String(port) }).href
    const { config } = shop.orm
    const { options } = dialectOf(shop.orm)
    const driverOptions = new PipelineDialect({ ...options, pool: { ...options.pool, connectionString: url } })
    const get = (key: 'driverOptions') => (key === 'driverOptions' ? driverOptions : config.get(key))
    const elsewhere = { config: { get } }
    const readiness = new Readiness(untyped<TestShop['orm']>(elsewhere), { timeout, maxJobLag: 900 })
    const answers = await Promise.all([readiness.check(), readiness.check()])
    await readiness.close()
    return answers
  }

  test('a refused connection is reported immediately', async () => {
    // The timeout of the check is longer than the timeout of the test.
    for (const answer of await checkAt(1, 3_600_000)) {
      expect(answer).toEqual({ status: 'not_ready', checks: { accepting: { status: 'pass' }, ...databaseDown } })
    }
  })

  test('a connection without a response is reported after the timeout', async () => {
    let connections = 0
    const mute = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    const { port } = await new Promise<{ port: number }>((resolve) => {
      mute.once('listening', () => resolve(mute.address() as { port: number }))
    })
    for (const answer of await checkAt(port, 50)) expect(answer.checks).toMatchObject(databaseDown)
    await waitUntil(() => connections > 0)
    // Simultaneous checks share one connection.
    expect(connections).toBe(1)
    mute.close()
  })
})
