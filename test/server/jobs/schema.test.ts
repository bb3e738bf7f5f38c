import { expect, test } from 'vitest'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { migrateJobs } from '#server/jobs/schema.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const settings = `select proconfig from pg_proc where oid = 'graphile_worker.add_jobs'::regproc`

test('enqueueing uses a generic plan, also after a migration of the job schema', async () => {
  await using clone = await openClone()
  const { em } = clone.orm
  const planned = [{ proconfig: ['plan_cache_mode=force_generic_plan'] }]
  expect(await em.execute(settings)).toEqual(planned)
  await em.execute('alter function graphile_worker.add_jobs reset plan_cache_mode')
  await migrateJobs(clone.orm)
  await migrateJobs(clone.orm)
  expect(await em.execute(settings)).toEqual(planned)
  await enqueue(em.fork(), 'tidy_up', { payload: {}, key: 'tidy_up', run_at: new Date(0), max_attempts: 2 })
  expect(await em.execute('select task_identifier, key, max_attempts from graphile_worker.jobs')).toEqual([
    { task_identifier: 'tidy_up', key: 'tidy_up', max_attempts: 2 },
  ])
})

const triggers = `select tgname from pg_trigger where tgrelid = 'graphile_worker._private_job_queues'::regclass`

test('free queues are announced, also after a migration of the job schema', async () => {
  await using clone = await openClone()
  const { em } = clone.orm
  const announced = [{ tgname: 'announce_free_queue' }]
  expect(await em.execute(triggers)).toEqual(announced)
  await em.execute('drop trigger announce_free_queue on graphile_worker._private_job_queues')
  await migrateJobs(clone.orm)
  await migrateJobs(clone.orm)
  expect(await em.execute(triggers)).toEqual(announced)
})
