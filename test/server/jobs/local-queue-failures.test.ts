import { pino } from 'pino'
import { expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { endRunsAtFailures } from '#server/jobs/local-queue-failures.ts'
import { startRunner } from '#server/jobs/runner.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { createOutboxDispatch } from '#server/subscribers/dispatch-outbox.ts'
import { openLossyProxy } from '#test/suites/faults/lossy-proxy.ts'
import { openTestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const logger = pino({ level: 'silent' })

test('a failed release of jobs is ignored', async () => {
  const followed: Promise<unknown>[] = []
  const localQueue = { background: (work: Promise<unknown>) => void followed.push(work) }
  endRunsAtFailures(logger).emit('localQueue:init', untyped({ localQueue }))
  localQueue.background(Promise.reject(new Error('the database system is shutting down')))
  await expect(Promise.all(followed)).resolves.toHaveLength(1)
})

test('jobs that were reserved by a lost response are run', async () => {
  await using shop = await openTestShop()
  await using proxy = await openLossyProxy(shop.databaseUrl, 'get_job')
  proxy.shouldLoseResponse = () => proxy.lost === 0
  const received: string[] = []
  const subscriber = subscribeTo(['region.created'], async (_, { payload }) => {
    received.push(payload.id)
  })
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_1' })
  const context = { ...shop.jobs, subscribers: { subscriber }, logger }
  // So that the first reservation finds a job.
  await createOutboxDispatch(context)()
  const runner = await startRunner(context, { databaseUrl: proxy.url, concurrency: 2, rescueInterval: 50 })
  try {
    await waitUntil(() => received.length > 0)
    expect([proxy.lost, received]).toEqual([1, ['reg_1']])
  } finally {
    await runner.stop()
  }
})
