import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { SharedCalls } from '#routers/context/shared-calls.ts'

/** Runs that end when the test ends them. */
function openRuns({ longestWait }: { longestWait?: number } = {}) {
  const runs: { inputs: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const calls = new SharedCalls<number, number>((inputs) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>()
    runs.push({ inputs, end: () => resolve(inputs.map((input) => input * 10)), fail: reject })
    return promise
  }, longestWait)
  return { runs, calls }
}

test('calls that arrive together share a run, and a call does not join a run that has begun', async () => {
  const { runs, calls } = openRuns()
  const first = [calls.call(1), calls.call(2)]
  await expect.poll(() => runs.map(({ inputs }) => inputs)).toEqual([[1, 2]])
  const second = [calls.call(3), calls.call(4)]
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await Promise.all(first)).toEqual([10, 20])
  await expect
    .poll(() => runs.map(({ inputs }) => inputs))
    .toEqual([
      [1, 2],
      [3, 4],
    ])
  runs[1]?.end()
  expect(await Promise.all(second)).toEqual([30, 40])
})

test('a failed run rejects its calls, and the next call runs again', async () => {
  const { runs, calls } = openRuns()
  const first = calls.call(1)
  await expect.poll(() => runs.length).toBe(1)
  const second = calls.call(2)
  runs[0]?.fail(new Error('Refused'))
  await expect(first).rejects.toThrow('Refused')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.end()
  expect(await second).toBe(20)
})

test('a run has no context of a request, not even of the request that created the shared calls', async () => {
  const storage = new AsyncLocalStorage<string>()
  const read = async (inputs: readonly number[]) => inputs.map(() => storage.getStore())
  const calls = storage.run('first request', () => new SharedCalls(read))
  expect(await storage.run('second request', () => calls.call(1))).toBeUndefined()
})

test('a run that never ends holds up later calls only for a while', async () => {
  const { runs, calls } = openRuns({ longestWait: 1 })
  const hanging = calls.call(1)
  await expect.poll(() => runs.length).toBe(1)
  const later = calls.call(2)
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.end()
  expect(await later).toBe(20)
  runs[0]?.end()
  expect(await hanging).toBe(10)
})
