import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, type RouterOutputs } from '#client/index.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { greetingExport } from '#test/support/greeting-export.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

type Job = RouterOutputs['admin']['batchJobs']['get']['batch_job']

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ batchTypes: { greetings: greetingExport() }, config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function clientOf(email: string) {
  await addUser(shop.orm, { email, password: 'another horse', role: 'admin' })
  return createShopClient({ url: shop.url, token: await issueApiToken(shop.orm, email) })
}

const listeners = async () =>
  (
    await shop.orm.em
      .fork()
      .execute(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'cartwright news'",
      )
  ).length

test('a subscription shows the progress of a job until it ends, and other users are rejected', async () => {
  const [ownClient, otherClient] = [await clientOf('mine@example.com'), await clientOf('theirs@example.com')]
  const { batch_job } = await ownClient.admin.batchJobs.create.mutate({
    type: 'greetings',
    context: { names: ['Ada', 'Grace'] },
    dry_run: true,
  })
  const { id } = batch_job
  const watching = () => {
    const updates: Job[] = []
    const waiting = new Map<string, () => void>()
    /** Resolves once the job has this status. */
    const sees = (status: string) => new Promise<void>((resolve) => waiting.set(status, resolve))
    const [created, prepared] = [sees('created'), sees('pre_processed')]
    const end = new Promise<Job[]>((resolve, reject) => {
      ownClient.admin.batchJobs.watch.subscribe(
        { id },
        {
          onData: (job) => {
            updates.push(job as Job)
            waiting.get((job as Job).status)?.()
          },
          onComplete: () => resolve(updates),
          onError: reject,
        },
      )
    })
    return { created, prepared, end }
  }
  const watchers = [watching(), watching()]
  await Promise.all(watchers.map(({ created }) => created))
  expect(await listeners()).toBe(1)
  await expect(
    new Promise((resolve, reject) => {
      otherClient.admin.batchJobs.watch.subscribe({ id }, { onData: resolve, onError: reject })
    }),
  ).rejects.toThrow('Cannot access a batch job that does not belong to the logged in user')
  await shop.runJobs()
  await Promise.all(watchers.map(({ prepared }) => prepared))
  await ownClient.admin.batchJobs.confirm.mutate({ id })
  await shop.runJobs()
  for (const { end } of watchers) {
    const updates = await end
    expect(updates[0]).toMatchObject({ id, status: 'created', created_at: expect.any(Date) })
    expect(updates.at(-1)).toMatchObject({ status: 'completed', result: { progress: 1 } })
    const order = ['created', 'pre_processed', 'confirmed', 'processing', 'completed']
    const steps = updates.map(({ status }) => order.indexOf(status))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  }
})

test('a subscription of a revoked user ends', async () => {
  const email = 'revoked@example.com'
  const before = await clientOf(email)
  const { batch_job } = await before.admin.batchJobs.create.mutate({
    type: 'greetings',
    context: { names: ['Ada'] },
    dry_run: true,
  })
  const updates: string[] = []
  let isWatched = () => {}
  const watched = new Promise<void>((resolve) => (isWatched = resolve))
  const refused = new Promise((_, reject) => {
    before.admin.batchJobs.watch.subscribe(
      { id: batch_job.id },
      {
        onData: (job) => {
          updates.push((job as Job).status)
          isWatched()
        },
        onError: reject,
      },
    )
  })
  await watched
  await issueApiToken(shop.orm, email)
  await Promise.all([expect(refused).rejects.toThrow('Unauthorized'), shop.runJobs()])
  expect(updates).toEqual(['created'])
})
