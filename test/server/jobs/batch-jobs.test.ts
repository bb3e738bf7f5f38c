import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { NotFound } from '#entities/errors.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { type BeforeGreeting, greetingExport } from '#test/support/greeting-export.ts'
import { readFileText, readJob, runJob, startJob } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Batch jobs that change while a worker processes them. */

let shop: TestShop
let beforeGreeting: BeforeGreeting
let processes: () => Promise<void>

/** Creates a tag and reports its progress. */
const tagImport = defineBatchType({
  kind: 'import',
  procedures: ['products.create'],
  context: z.strictObject({ tag: z.string() }),
  async preProcess({ em, context }) {
    em.create(ProductTag, { value: context.tag })
    await em.flush()
    return { result: { count: 1 } }
  },
  async process({ em, context, advance }) {
    em.create(ProductTag, { value: context.tag })
    await em.flush()
    await advance({ advancement_count: 1 })
    await processes()
    return { advancement_count: 1 }
  },
})

beforeAll(async () => {
  const greetings = greetingExport((name, run) => beforeGreeting(name, run))
  shop = await openTestShop({ batchTypes: { greetings, tags: tagImport }, config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  beforeGreeting = async () => {}
  processes = async () => {}
})

const names = ['Ada', 'Grace', 'Barbara']
const cancel = (id: string) => expectSuccess(shop.admin.post(`/admin/batch-jobs/${id}/cancel`))
const tags = (value: string) => shop.orm.em.fork().count(ProductTag, { value })

test('the progress of a running job is visible to others', async () => {
  const progress: unknown[] = []
  beforeGreeting = async (_, { id }) => {
    const { status, result } = await readJob(shop.admin, { id })
    progress.push([status, result.advancement_count, result.progress])
  }
  await runJob(shop, 'greetings', { names })
  expect(progress).toEqual([
    ['processing', undefined, undefined],
    ['processing', 1, 1 / 3],
    ['processing', 2, 2 / 3],
  ])
})

test('a job canceled while it runs stops and leaves no file', async () => {
  const greeted: string[] = []
  beforeGreeting = async (name, { id }) => {
    greeted.push(name)
    if (name === 'Grace') await cancel(id)
  }
  const job = await runJob(shop, 'greetings', { names })
  expect(job).toMatchObject({
    status: 'canceled',
    completed_at: null,
    failed_at: null,
    result: { advancement_count: 1 },
  })
  expect(greeted).toEqual(['Ada', 'Grace'])
  expect(await shop.files.stat(parseFileKey(`exports/greetings-${job.id}.txt`))).toBeUndefined()
})

test('an import canceled at its end changes nothing', async () => {
  const { id } = await startJob(shop.admin, 'tags', { tag: 'late' })
  processes = async () => void (await cancel(id))
  await shop.runJobs()
  expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'canceled', completed_at: null })
  expect(await tags('late')).toBe(0)
})

test('an import processed by two workers happens once', async () => {
  const { id } = await startJob(shop.admin, 'tags', { tag: 'twice' })
  let secondRun: Promise<unknown> = Promise.resolve()
  processes = async () => {
    processes = async () => {}
    // As if this worker had been declared dead.
    await shop.orm.em
      .fork()
      .execute("select graphile_worker.add_job('run_batch_job', json_build_object('id', ?::text))", [id])
    secondRun = shop.runJobs()
  }
  await shop.runJobs()
  await secondRun
  expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'completed', failed_at: null })
  expect(await tags('twice')).toBe(1)
})

test('a dry run of an import changes nothing', async () => {
  const { id } = await startJob(shop.admin, 'tags', { tag: 'dry' }, true)
  await shop.runJobs()
  expect(await readJob(shop.admin, { id })).toMatchObject({ status: 'pre_processed', result: { count: 1 } })
  expect(await tags('dry')).toBe(0)
})

test('a domain error fails the job immediately with its message', async () => {
  processes = async () => {
    throw new NotFound('There is no such thing')
  }
  const job = await runJob(shop, 'tags', { tag: 'refused' })
  expect(job).toMatchObject({ status: 'failed', completed_at: null })
  expect(job.result).toEqual({
    count: 1,
    advancement_count: 0,
    progress: 0,
    errors: [{ message: 'There is no such thing', code: 'not_found', err: [], reasons: [{ name: 'entry_missing' }] }],
  })
  expect(await tags('refused')).toBe(0)
  expect((await shop.admin.post(`/admin/batch-jobs/${job.id}/cancel`)).status).toBe(400)
})

test('an internal error is retried, and a lasting one fails the job without its message', async () => {
  let faults = 1
  processes = async () => {
    if (faults-- > 0) throw new Error('select password from somewhere')
  }
  const { id } = await startJob(shop.admin, 'tags', { tag: 'faulty' })
  await shop.runJobs()
  expect((await readJob(shop.admin, { id })).status).toBe('processing')
  await shop.makeJobsDue()
  await shop.runJobs()
  expect((await readJob(shop.admin, { id })).status).toBe('completed')
  expect(await tags('faulty')).toBe(1)

  faults = 3
  const lasting = await startJob(shop.admin, 'tags', { tag: 'lasting' })
  for (let i = 0; i < 3; i++) {
    await shop.runJobs()
    await shop.makeJobsDue()
  }
  const { status, result } = await readJob(shop.admin, lasting)
  expect([status, result.errors]).toEqual([
    'failed',
    [{ message: 'An unknown error occurred.', code: 'unknown_error', err: [], reasons: [{ name: 'job_failed' }] }],
  ])
})

test('a repeated export replaces its file', async () => {
  let written = ''
  beforeGreeting = async (name, { id, files }) => {
    if (name === 'Ada') written = (await files.write(parseFileKey(`exports/greetings-${id}.txt`), half()))?.key
  }
  const { result } = await runJob(shop, 'greetings', { names })
  expect(result.file_key).toBe(written)
  expect(await readFileText(shop, written)).toBe('Hello Ada\nHello Grace\nHello Barbara\n')
})

async function* half() {
  yield 'Hello A'
}
