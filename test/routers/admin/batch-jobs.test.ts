import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '#test/support/add-member.ts'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { greetingExport } from '#test/support/greeting-export.ts'
import { readFileText, readJob, runJob, startJob } from '#test/support/jobs.ts'
import type { BatchJob } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ batchTypes: { greetings: greetingExport(), others: greetingExport() } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const greet = (...names: string[]) => ({ names })
const startDryRun = (by: Caller, type = 'greetings') => startJob(by, type, greet('Ada'), true)
const listIds = async (by: Caller, query: string): Promise<string[]> =>
  (await expectSuccess(by.get(`/admin/batch-jobs?${query}`))).batch_jobs.map(({ id }) => id)

test('a new job belongs to its creator and has not started', async () => {
  const reply = await shop.admin.post('/admin/batch-jobs', { type: 'greetings', context: greet('Ada') })
  expect(reply.status).toBe(201)
  const { id, created_by, created_at, updated_at, ...job } = reply.body.batch_job
  expect(id).toMatch(/^batch_/)
  expect(created_by).toMatch(/^usr_/)
  expect(job).toEqual({
    type: 'greetings',
    status: 'created',
    dry_run: false,
    context: greet('Ada'),
    result: null,
    pre_processed_at: null,
    confirmed_at: null,
    processing_at: null,
    completed_at: null,
    canceled_at: null,
    failed_at: null,
    deleted_at: null,
  })
})

test('a job runs through its steps and records their events', async () => {
  const job = await runJob(shop, 'greetings', greet('Ada', 'Grace'))
  expect(job).toMatchObject({ status: 'completed', canceled_at: null, failed_at: null })
  for (const step of ['pre_processed_at', 'confirmed_at', 'processing_at', 'completed_at'] as const)
    expect(job[step], step).toEqual(expect.any(String))
  expect(job.result).toEqual({
    count: 2,
    advancement_count: 2,
    progress: 1,
    stat_descriptors: [{ key: 'greeting-count', name: 'Greetings', message: 'There will be 2 greetings' }],
    file_key: `exports/greetings-${job.id}.txt`,
    file_size: 22,
  })
  expect(await readFileText(shop, job.result.file_key)).toBe('Hello Ada\nHello Grace\n')
  const steps = ['created', 'pre_processed', 'confirmed', 'processing', 'completed']
  expect(await eventNamesOf(shop, job)).toEqual(steps.map((step) => `batch.${step}`))
})

test('a dry run waits for one confirmation', async () => {
  const { id } = await startDryRun(shop.admin)
  await expectError(
    shop.admin.post(`/admin/batch-jobs/${id}/confirm`),
    400,
    'not_allowed',
    'Cannot confirm processing for a batch job that is not pre processed',
  )
  await shop.runJobs()
  expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'pre_processed', confirmed_at: null })
  const replies = await Promise.all([1, 2].map(() => shop.admin.post(`/admin/batch-jobs/${id}/confirm`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(replies.find(({ status }) => status === 200)?.body.batch_job).toMatchObject({ status: 'confirmed' })
  await shop.runJobs()
  expect((await readJob(shop.admin, { id })).status).toBe('completed')
})

test('a canceled job stays canceled', async () => {
  const { id } = await startJob(shop.admin, 'greetings', greet('Ada'))
  const path = `/admin/batch-jobs/${id}`
  for (let i = 0; i < 2; i++)
    expect((await expectSuccess(shop.admin.post(`${path}/cancel`))).batch_job.status).toBe('canceled')
  await shop.runJobs()
  expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'canceled', result: null, failed_at: null })
  expect((await shop.admin.post(`${path}/confirm`)).status).toBe(400)
})

test('a completed job cannot be canceled', async () => {
  const { id } = await runJob(shop, 'greetings', greet('Ada'))
  const refusal = 'Cannot cancel completed batch job'
  await expectError(shop.admin.post(`/admin/batch-jobs/${id}/cancel`), 400, 'not_allowed', refusal)
})

test('a job is not accessible to other users', async () => {
  const { id } = await startDryRun(shop.admin)
  const member = await addMember(shop)
  const message = 'Cannot access a batch job that does not belong to the logged in user'
  await expectError(member.get(`/admin/batch-jobs/${id}`), 400, 'not_allowed', message)
  await expectError(member.post(`/admin/batch-jobs/${id}/confirm`), 400, 'not_allowed', message)
  await expectError(member.post(`/admin/batch-jobs/${id}/cancel`), 400, 'not_allowed', message)
  expect(await listIds(member, '')).toEqual([])
  const nothing = 'Batch job with id batch_no was not found'
  for (const reply of [member.get('/admin/batch-jobs/batch_no'), member.post('/admin/batch-jobs/batch_no/cancel')])
    await expectError(reply, 404, 'not_found', nothing)
  for (const path of ['/admin/batch-jobs', `/admin/batch-jobs/${id}`]) expect((await shop.get(path)).status).toBe(401)
})

describe('invalid batch jobs', () => {
  test.each([
    [{}, 400, 'type must be a string, context must be an object'],
    [
      { type: 'greetings', context: [], dry_run: 'no' },
      400,
      'context must be an object, dry_run must be a boolean value',
    ],
    [{ type: 'coffee', context: {} }, 404, 'Unable to find a BatchJob strategy with the type coffee'],
    [{ type: 'constructor', context: {} }, 404, 'Unable to find a BatchJob strategy with the type constructor'],
    [
      { type: 'greetings', context: { names: [1], x: 1 } },
      400,
      'property x should not exist, each value in names must be a string',
    ],
  ])('the batch job %j is rejected', async (body, status, message) => {
    await expectError(
      shop.admin.post('/admin/batch-jobs', body),
      status,
      status === 404 ? 'not_found' : 'invalid_data',
      message,
    )
  })
})

describe('listing batch jobs', () => {
  let by: Caller
  let job: BatchJob
  let other: BatchJob
  beforeAll(async () => {
    by = await addMember(shop, 'lister@example.com')
    job = await startDryRun(by)
    await shop.runJobs()
    other = await startDryRun(by, 'others')
  })

  test('batch jobs can be filtered by id and type', async () => {
    expect(await listIds(by, '')).toEqual([other.id, job.id])
    for (const query of [`id=${job.id}`, `id[]=${job.id}`, 'type[]=greetings'])
      expect(await listIds(by, query), query).toEqual([job.id])
    expect(await listIds(by, 'type[]=greetings&type[]=others&order=created_at')).toEqual([job.id, other.id])
  })

  test('batch jobs can be filtered by the times of their steps and by missing times', async () => {
    expect(await listIds(by, 'pre_processed_at[gt]=2020-01-01&created_at[gt]=2020-01-01')).toEqual([job.id])
    expect(await listIds(by, 'pre_processed_at=null')).toEqual([other.id])
    expect(await listIds(by, 'pre_processed_at[lt]=2020-01-01')).toEqual([])
    expect(await listIds(by, 'confirmed_at=null&completed_at=null&failed_at=null&canceled_at=null')).toHaveLength(2)
  })

  test('batch jobs can be listed with their user and selected columns', async () => {
    const path = `/admin/batch-jobs?id=${job.id}&expand=created_by_user&fields=type`
    const { batch_jobs, ...page } = await expectSuccess(by.get(path))
    expect(page).toEqual({ count: 1, offset: 0, limit: 10 })
    const { created_by_user, ...row } = batch_jobs[0]
    expect(row).toEqual({ id: job.id, type: 'greetings' })
    const fieldsOf = async (fields: string) =>
      (await expectSuccess(by.get(`/admin/batch-jobs?id=${job.id}&fields=${fields}`))).batch_jobs
    expect(await fieldsOf('id')).toEqual([{ id: job.id }])
    expect(await fieldsOf('status,dry_run')).toEqual([{ id: job.id, status: 'pre_processed', dry_run: true }])
    expect(created_by_user).toMatchObject({ id: job.created_by, email: 'lister@example.com' })
    expect(Object.keys(created_by_user)).not.toContain('password_hash')
  })

  test.each([
    ['status=created', 'property status should not exist'],
    ['type=greetings', 'type must be an array'],
    ['confirmed_at[foo]=2020-01-01', 'property foo should not exist'],
    ['confirmed_at=yes', 'nested property confirmed_at must be either object or array'],
    ['created_at=null', 'nested property created_at must be either object or array'],
    ['order=status', 'Order field status is not valid'],
    ['fields=password_hash', 'Requested fields [password_hash] are not valid'],
    [
      'expand=created_by_user&fields=created_by_user.password_hash',
      'Requested fields [created_by_user.password_hash] are not valid',
    ],
  ])('the query %s is rejected', async (query, message) => {
    await expectError(by.get(`/admin/batch-jobs?${query}`), 400, 'invalid_data', message)
  })
})

describe('batch jobs of an API key', () => {
  const keyWith = async (...scopes: string[]): Promise<Caller> => {
    const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
    return shop.as({ authorization: `Bearer ${secret}` })
  }
  const needs = (procedure: string) => [403, 'forbidden', `No scope of the API key ERP allows ${procedure}`] as const
  const startAs = (by: Caller, dry_run = false) =>
    by.post('/admin/batch-jobs', { type: 'greetings', context: greet('Ada'), dry_run })

  test('an API key starts only jobs whose procedures it may call', async () => {
    const before = await listIds(shop.admin, 'limit=100')
    await expectError(startAs(await keyWith('batchJobs.*', 'products.*')), ...needs('store.get'))
    expect(await listIds(shop.admin, 'limit=100')).toEqual(before)
    expect((await startAs(await keyWith('batchJobs.*', 'read:store.get'))).status).toBe(201)
    expect((await startAs(await keyWith('*'))).status).toBe(201)
  })

  test('an API key confirms only jobs whose procedures it may call', async () => {
    const { id } = await startDryRun(shop.admin)
    await shop.runJobs()
    const confirm = (by: Caller) => by.post(`/admin/batch-jobs/${id}/confirm`)
    await expectError(confirm(await keyWith('batchJobs.*')), ...needs('store.get'))
    expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'pre_processed' })
    expect((await confirm(await keyWith('batchJobs.confirm', 'store.get'))).status).toBe(200)
  })
})
