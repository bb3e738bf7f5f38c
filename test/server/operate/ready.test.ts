import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { Readiness } from '#server/operate/readiness.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.runJobs()
})
afterAll(() => shop[Symbol.asyncDispose]())

const READY = {
  status: 'ready',
  checks: {
    accepting: { status: 'pass' },
    database: { status: 'pass' },
    migrations: { status: 'pass', pending: 0 },
    jobs: { status: 'pass', oldest_due_seconds: 0 },
  },
}

const away = {
  database: { status: 'fail' },
  migrations: { status: 'unknown', pending: null },
  jobs: { status: 'unknown', oldest_due_seconds: null },
}

test('a shop that is up to date and behind with nothing is ready', async () => {
  expect(await shop.get('/ready')).toMatchObject({ status: 200, body: READY })
  expect((await shop.get('/ready')).body).toEqual(READY)
  expect((await shop.get('/ready')).headers.get('cache-control')).toBe('no-store')
})

describe('jobs', () => {
  const execute = (sql: string) => shop.orm.em.fork().execute(sql)
  const addJob = (given: string) => execute(`select graphile_worker.add_job('tidy_up', '{}', ${given})`)
  beforeEach(async () => {
    await execute('delete from graphile_worker._private_jobs')
    await execute('delete from graphile_worker._private_job_queues')
  })
  const jobs = async () => (await shop.get('/ready')).body.checks.jobs

  test('that wait too long are a reason not to be ready', async () => {
    await addJob(`run_at => now() - interval '10 seconds'`)
    await addJob(`run_at => now() - interval '1000 seconds'`)
    await addJob(`run_at => now() + interval '1000 seconds'`)
    const { status, body } = await shop.get('/ready')
    expect(status).toBe(503)
    expect(body).toMatchObject({ status: 'not_ready', checks: { database: { status: 'pass' } } })
    expect(body.checks.jobs.status).toBe('fail')
    expect(body.checks.jobs.oldest_due_seconds).toBeGreaterThanOrEqual(1000)
  })

  test('that wait for less are only told', async () => {
    await addJob(`run_at => now() - interval '100 seconds'`)
    expect(await jobs()).toMatchObject({ status: 'pass' })
    expect((await jobs()).oldest_due_seconds).toBeGreaterThanOrEqual(100)
  })

  test.each([
    ['are done', `locked_at = now(), locked_by = 'somebody'`],
    ['were given up', 'attempts = max_attempts'],
  ])('that %s do not wait', async (_, change) => {
    await addJob(`run_at => now() - interval '1000 seconds'`)
    await execute(`update graphile_worker._private_jobs set ${change}`)
    expect(await jobs()).toEqual({ status: 'pass', oldest_due_seconds: 0 })
  })

  test('that stand behind another of their queue do not wait for a worker', async () => {
    await addJob(`queue_name => 'imports', run_at => now() - interval '1000 seconds'`)
    expect((await jobs()).status).toBe('fail')
    await execute(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'somebody'`)
    expect((await jobs()).status).toBe('pass')
  })

  test('wait for too long also while they are only announced', async () => {
    await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_1' })
    await execute(`update event set created_at = now() - interval '1000 seconds'`)
    expect((await jobs()).status).toBe('fail')
    await shop.runJobs()
    expect(await jobs()).toEqual({ status: 'pass', oldest_due_seconds: 0 })
  })

  test('may wait for ever where the shop says so', async () => {
    await addJob(`run_at => now() - interval '1 year'`)
    const readiness = new Readiness(shop.orm, { timeout: 2000, maxJobLag: 0 })
    expect(await readiness.check()).toMatchObject({ status: 'ready', checks: { jobs: { status: 'pass' } } })
    await readiness.close()
  })
})

test('a migration that is not done, or no tables at all, are a reason not to be ready', async () => {
  await using other = await openClone()
  const readiness = new Readiness(other.orm)
  await executeSql(other.url, `delete from schema_migration where name like '%_indexes_once'`)
  expect(await readiness.check()).toMatchObject({
    status: 'not_ready',
    checks: { migrations: { status: 'fail', pending: 1 }, jobs: { status: 'pass' } },
  })
  await executeSql(other.url, 'drop schema graphile_worker cascade')
  expect((await readiness.check()).checks).toMatchObject({
    database: { status: 'pass' },
    migrations: { status: 'fail', pending: null },
    jobs: { status: 'unknown' },
  })
  await readiness.close()
})

test('a database that is newer than the program is no reason', async () => {
  await using other = await openClone()
  const readiness = new Readiness(other.orm)
  await executeSql(other.url, `insert into schema_migration (name) values ('Migration20990101000000_of_the_future')`)
  expect((await readiness.check()).status).toBe('ready')
  await readiness.close()
})

test('a server that is asked to stop is not ready, whatever else', async () => {
  const readiness = new Readiness(shop.orm, { timeout: 2000, maxJobLag: 0 })
  readiness.drain()
  expect(await readiness.check()).toMatchObject({
    status: 'not_ready',
    checks: { accepting: { status: 'fail' }, database: { status: 'pass' } },
  })
  await readiness.close()
})

describe('a database that is away', () => {
  /** What a readiness finds whose database is at another port. */
  async function checkAt(port: number, timeout: number) {
    const url = Object.assign(new URL(shop.databaseUrl), { port: String(port) }).href
    const { config } = shop.orm
    const elsewhere = { config: { get: (key: string) => (key === 'clientUrl' ? url : config.get(key as never)) } }
    const readiness = new Readiness(elsewhere as unknown as TestShop['orm'], { timeout, maxJobLag: 900 })
    const answers = await Promise.all([readiness.check(), readiness.check()])
    await readiness.close()
    return answers
  }

  test('is told at once where nobody listens', async () => {
    // Nothing ends this test but the refusal: the time that an answer is waited for is longer than the test may take.
    for (const answer of await checkAt(1, 3_600_000)) {
      expect(answer).toEqual({ status: 'not_ready', checks: { accepting: { status: 'pass' }, ...away } })
    }
  })

  test('is told in its time where somebody listens and says nothing', async () => {
    let connections = 0
    const mute = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    const { port } = await new Promise<{ port: number }>((resolve) => {
      mute.once('listening', () => resolve(mute.address() as { port: number }))
    })
    for (const answer of await checkAt(port, 50)) expect(answer.checks).toMatchObject(away)
    // Who asks meanwhile hears the same answer.
    expect(connections).toBe(1)
    mute.close()
  })
})
