import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { addMember } from '#test/support/add-member.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { deleteJobs, failJobs, startOldestJob } from '#test/support/queued-jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const list = (query = '') => expectSuccess(shop.admin.get(`/admin/jobs?${query}`))

interface Job {
  id: string
  name: string
  status: string
  attempts: number
  max_attempts: number
  last_error: string | null
}

async function enqueueJob(run_at = new Date(0)): Promise<Job> {
  await deleteJobs(shop)
  await enqueue(shop.orm.em.fork(), 'tidy_up', { payload: {}, run_at, max_attempts: 3 })
  return (await list()).jobs[0]!
}

test('a job is waiting, scheduled, running or failed', async () => {
  const waiting = await enqueueJob()
  expect(waiting).toMatchObject({ name: 'tidy_up', status: 'waiting', attempts: 0, max_attempts: 3 })
  expect((await enqueueJob(new Date(Date.now() + 3_600_000))).status).toBe('scheduled')
  await startOldestJob(shop)
  expect((await list('status=running')).jobs).toHaveLength(1)
  await enqueueJob()
  await failJobs(shop)
  const { jobs, count } = await list('status[]=failed&name=tidy_up')
  expect(count).toBe(1)
  expect(jobs).toMatchObject([{ status: 'failed', last_error: 'failed by the test' }])
  expect(await list('status=waiting')).toMatchObject({ jobs: [], count: 0 })
})

test('a failed job runs again after a retry', async () => {
  const { id } = await enqueueJob()
  await failJobs(shop)
  const { job } = await expectSuccess(shop.admin.post(`/admin/jobs/${id}/retry`))
  expect(job).toMatchObject({ id, status: 'waiting', attempts: 0, max_attempts: 3 })
  await shop.runJobs()
  expect((await list()).jobs).toEqual([])
})

test('an export whose job has used all attempts is completed after a retry', async () => {
  await deleteJobs(shop)
  const body = { type: 'product-export', context: {}, dry_run: false }
  const { batch_job } = (await shop.admin.post('/admin/batch-jobs', body)).body
  await failJobs(shop)
  const [job] = (await list('status=failed')).jobs
  await expectSuccess(shop.admin.post(`/admin/jobs/${job?.id}/retry`))
  await shop.runJobs()
  const { batch_job: ended } = await expectSuccess(shop.admin.get(`/admin/batch-jobs/${batch_job.id}`))
  expect(ended).toMatchObject({ status: 'completed' })
})

test('a scheduled job runs at once after a retry, and a dry run leaves it scheduled', async () => {
  const { id } = await enqueueJob(new Date(Date.now() + 3_600_000))
  await shop.admin.post(`/admin/jobs/${id}/retry`, undefined, { 'x-dry-run': 'true' })
  expect((await list()).jobs).toMatchObject([{ id, status: 'scheduled' }])
  expect((await expectSuccess(shop.admin.post(`/admin/jobs/${id}/retry`))).job.status).toBe('waiting')
})

test('a running job, an unknown job and a wrong id cannot be retried', async () => {
  const { id } = await enqueueJob()
  await startOldestJob(shop)
  await expectError(shop.admin.post(`/admin/jobs/${id}/retry`), 400, 'not_allowed', `Job ${id} is running`)
  await expectError(shop.admin.post('/admin/jobs/999999/retry'), 404, 'not_found', 'Job with id: 999999 was not found')
  await expectError(shop.admin.post('/admin/jobs/x/retry'), 400, 'invalid_data', 'id must be the id of a job')
})

test('a member cannot see jobs', async () => {
  const member = await addMember(shop)
  expect((await member.get('/admin/jobs')).status).toBe(403)
})
