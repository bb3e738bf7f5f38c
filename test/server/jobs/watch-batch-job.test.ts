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

test('who watches a job sees each step of it, until it ends; others are refused', async () => {
  const [mine, theirs] = [await clientOf('mine@example.com'), await clientOf('theirs@example.com')]
  const { batch_job } = await mine.admin.batchJobs.create.mutate({
    type: 'greetings',
    context: { names: ['Ada', 'Grace'] },
  })
  const watching = () => {
    const seen: Job[] = []
    const first = Promise.withResolvers<void>()
    const end = new Promise<Job[]>((resolve, reject) => {
      mine.admin.batchJobs.watch.subscribe(
        { id: batch_job.id },
        {
          onData: (job) => {
            seen.push(job as Job)
            first.resolve()
          },
          onComplete: () => resolve(seen),
          onError: reject,
        },
      )
    })
    return { first: first.promise, end }
  }
  const [one, other] = [watching(), watching()]
  await Promise.all([one.first, other.first])
  expect(await listeners()).toBe(1)
  await expect(
    new Promise((resolve, reject) => {
      theirs.admin.batchJobs.watch.subscribe({ id: batch_job.id }, { onData: resolve, onError: reject })
    }),
  ).rejects.toThrow('Cannot access a batch job that does not belong to the logged in user')
  await shop.settle()
  for (const { end } of [one, other]) {
    const seen = await end
    expect(seen[0]).toMatchObject({ id: batch_job.id, status: 'created', created_at: expect.any(Date) })
    expect(seen.at(-1)).toMatchObject({ status: 'completed', result: { progress: 1 } })
    expect(seen.length).toBeGreaterThan(2)
  }
})
