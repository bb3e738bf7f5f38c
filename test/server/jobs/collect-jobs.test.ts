import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { PUBLIC_SCHEMA } from '#server/database/shop-schema.ts'
import { collectFrom } from '#server/jobs/collect-jobs.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { executeSql } from '#test/support/postgres.ts'

const JOBS = `select id::text, task_identifier as name, key, queue_name as queue, attempts::text, run_at::text
  from graphile_worker.jobs order by id`

const jobsOf = (url: string) => executeSql(url, JOBS)

test('the jobs of a node follow the schema, except those of a worker that still runs', async () => {
  await using left = await openClone()
  await using here = await openClone()
  const add = (orm: typeof left.orm, id: string, options = {}) =>
    enqueue(orm.em.fork(), 'send_webhook', { payload: { delivery_id: id }, key: id, ...options })
  await executeSql(left.url, `select setval('graphile_worker.jobs_id_seq1', 1000)`)
  await add(left.orm, 'waiting', { queue: 'line', run_at: new Date(Date.now() + 3_600_000), max_attempts: 3 })
  await add(left.orm, 'interrupted')
  await add(left.orm, 'running')
  await add(left.orm, 'replaced')
  await add(here.orm, 'replaced')
  await executeSql(
    left.url,
    `update graphile_worker._private_jobs set locked_by = 'a worker', attempts = 1,
       locked_at = now() - case key when 'interrupted' then interval '2 minutes' else interval '1 second' end
     where key in ('interrupted', 'running')`,
  )
  const before = await jobsOf(left.url)
  const client = new Client({ connectionString: here.url })
  await client.connect()
  const collect = () => collectFrom(left.url, { client, schema: PUBLIC_SCHEMA, logger: pino({ level: 'silent' }) })
  try {
    expect(await collect()).toBe(4)
    expect((await jobsOf(left.url)).map(({ key }) => key)).toEqual(['running'])
    const moved = (await jobsOf(here.url)).filter(({ key }) => key !== 'replaced')
    expect(moved).toEqual(before.filter(({ key }) => key === 'waiting' || key === 'interrupted'))
    expect((await jobsOf(here.url)).filter(({ key }) => key === 'replaced')).toHaveLength(1)
    await executeSql(left.url, `update graphile_worker._private_jobs set locked_at = null, locked_by = null`)
    expect(await collect()).toBe(1)
    expect(await collect()).toBe(0)
    expect((await jobsOf(here.url)).map(({ key }) => key)).toContain('running')
  } finally {
    await client.end()
  }
})
