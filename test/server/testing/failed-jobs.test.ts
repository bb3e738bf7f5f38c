import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '#server/plugin/define-job.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, type TestShop } from '#server/testing/index.ts'
import { untyped } from '#test/support/untyped.ts'

let failure = ''
const failIf = (kind: string) => {
  if (failure === kind) throw new Error(`The ${kind} failed`)
}
const count = defineJob({
  name: 'failing.count',
  payload: z.object({ size: z.int() }),
  run: async () => failIf('job'),
})
const failing = definePlugin({
  name: 'failing',
  jobs: [count],
  on: { 'order.placed': async () => failIf('handler') },
})
const definition = defineShop({ plugins: [failing] })

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition)
})
afterAll(() => shop.close())

test('runJob throws the error of the job', async () => {
  failure = 'job'
  await expect(shop.runJob(count, { size: 1 })).rejects.toThrow('The job failed')
  failure = ''
  await shop.runJob(count, { size: 1 })
})

test('runJobs throws the error of a handler', async () => {
  failure = 'handler'
  await shop.placeOrder()
  await expect(shop.runJobs()).rejects.toThrow('The handler failed')
  failure = ''
  await shop.placeOrder()
  await shop.runJobs()
})

test('runJob throws if the payload is invalid', async () => {
  await expect(shop.runJob(count, untyped<{ size: number }>({ size: 'big' }))).rejects.toThrow('must be an integer')
})
