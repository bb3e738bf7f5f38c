import type { Runner } from 'graphile-worker'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { superviseRunner } from '#server/jobs/supervise-runner.ts'

function fakeRun() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const runner = { promise, stop: async () => resolve() } as unknown as Runner
  return { runner, fail: () => reject(new Error('The database is away')) }
}

test('a run that ends by itself is begun again, until it is to stop', async () => {
  const runs = [fakeRun(), fakeRun(), fakeRun()] as const
  const begun: Runner[] = []
  const begin = async () => {
    const { runner } = runs[begun.length]!
    begun.push(runner)
    return runner
  }
  const running = await superviseRunner(begin, pino({ level: 'silent' }), 1)
  expect(begun).toHaveLength(1)
  runs[0].fail()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  runs[1].fail()
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  await running.stop()
  expect(begun).toHaveLength(3)
})
