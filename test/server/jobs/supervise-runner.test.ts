import type { Runner } from 'graphile-worker'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { superviseRunner } from '#server/jobs/supervise-runner.ts'
import { fake } from '#test/support/fake.ts'
import { waitUntil } from '#test/support/wait-until.ts'

function fakeRun() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const runner = fake<Runner>({ promise, stop: async () => resolve() })
  return { runner, fail: () => reject(new Error('No connection to the database')) }
}

test('a runner that ends unexpectedly is restarted', async () => {
  const runs = [fakeRun(), fakeRun(), fakeRun()] as const
  const started: Runner[] = []
  const begin = async () => {
    const { runner } = runs[started.length]!
    started.push(runner)
    return runner
  }
  const running = await superviseRunner(begin, pino({ level: 'silent' }), 1)
  expect(started).toHaveLength(1)
  runs[0].fail()
  await waitUntil(() => started.length === 2)
  runs[1].fail()
  await waitUntil(() => started.length === 3)
  await running.stop()
  expect(started).toHaveLength(3)
})
