import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '#database/transaction.ts'
import { BatchRefused } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchResult } from '#entities/platform/batch-job/batch-job.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { defineJob } from '#server/plugin/define-job.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { runJob, startJob } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Jobs whose errors and reports PostgreSQL refuses. */

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const faults: Record<string, () => never> = {
  NUL: () => refuse('a\0b'),
  'a lone surrogate': () => refuse('a\uD800b'),
  'a very long text': () => refuse('x'.repeat(5_000_000)),
  'a NUL in a reason': () => {
    throw new BatchRefused([
      { message: 'x', code: 'invalid_data', err: [], reasons: [{ name: 'product_missing', id: '\0\uDFFF' }] },
    ])
  },
  'a NUL in an internal error': () => {
    throw new Error('\0')
  },
}

const reports: Record<string, BatchResult> = {
  NUL: { file_key: 'a\0b' },
  'a lone surrogate': { stat_descriptors: [{ key: '\uD800', name: '', message: '\uDFFF\0' }] },
  'deep JSON': {
    errors: [{ message: '', code: '', err: [], reasons: [{ name: 'product_missing', id: nested(20_000) as string }] }],
  },
}

const refuse = (message: string): never => {
  throw new BatchRefused([{ message, code: 'invalid_data', err: [] }])
}

const Context = z.strictObject({ step: z.enum(['preProcess', 'process', 'report']), fault: z.string() })

const faultyType = (kind: 'import' | 'export') =>
  defineBatchType<z.output<typeof Context>>({
    kind,
    procedures: ['store.get'],
    context: Context,
    async preProcess({ context: { step, fault } }) {
      if (step === 'preProcess') faults[fault]!()
      return { result: { count: 1 } }
    },
    async process({ context: { step, fault }, advance }) {
      if (step === 'process') faults[fault]!()
      await advance(reports[fault] ?? {})
      return reports[fault] ?? {}
    },
  })

let pluginRuns = 0
const faultyJob = defineJob({
  name: 'faulty.job',
  payload: z.object({}),
  async run() {
    pluginRuns += 1
    throw new Error('a\0b')
  },
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    batchTypes: { imports: faultyType('import'), exports: faultyType('export') },
    plugins: [definePlugin({ name: 'faulty', jobs: [faultyJob] })],
    config: { logLevel: 'silent' },
  })
})
afterAll(() => shop[Symbol.asyncDispose]())

const cases = (['imports', 'exports'] as const).flatMap((type) =>
  (['preProcess', 'process'] as const).flatMap((step) =>
    Object.keys(faults).map((fault) => [type, step, fault] as const),
  ),
)

test.each(cases)('a job of %s that fails in %s with %s ends as failed', async (type, step, fault) => {
  const { id } = await startJob(shop.admin, type, { step, fault })
  for (let attempt = 0; attempt < 3; attempt++) {
    await shop.runJobs()
    await shop.makeJobsDue()
  }
  const { body } = await shop.admin.get(`/admin/batch-jobs/${id}`)
  expect(body.batch_job).toMatchObject({ status: 'failed', result: { errors: [expect.anything()] } })
})

test.each(Object.keys(reports))('a report with %s is stored', async (fault) => {
  for (const type of ['imports', 'exports'])
    expect(await runJob(shop, type, { step: 'report', fault })).toMatchObject({ status: 'completed' })
})

test('a job of a plugin whose error has a NUL is retried later', async () => {
  await inTransaction(shop.orm.em.fork(), (tx) => faultyJob.enqueue(tx, {}))
  await shop.runJobs()
  await shop.runJobs()
  expect(pluginRuns).toBe(1)
  const { jobs } = (await shop.admin.get('/admin/jobs')).body
  expect(jobs).toMatchObject([{ name: 'faulty.job', status: 'retrying', last_error: 'a␀b' }])
})
