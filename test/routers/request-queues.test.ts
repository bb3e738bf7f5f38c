import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Conflict, Overloaded, Unavailable } from '#entities/errors.ts'
import { type Place, RequestQueues } from '#routers/request-queues.ts'

const one: Place = { queue: 'one', capacity: 1, maxWaiting: 2, refuse: () => new Conflict() }
const limits = { connections: 10, maxWaiting: 2, maxWaitMs: 10_000 }

let queues: RequestQueues
/** The admitted requests in the order of their admission. */
let admitted: string[]
beforeEach(() => {
  vi.useFakeTimers()
  queues = new RequestQueues(limits)
  admitted = []
})
afterEach(() => {
  expect([queues.size, queues.waiting, vi.getTimerCount()]).toEqual([0, 0, 0])
  vi.useRealTimers()
})

async function enter(name: string, places = [one], signal?: AbortSignal): Promise<() => void> {
  const leave = await queues.enter(places, { signal })
  admitted.push(name)
  return leave
}

test('requests enter in the order of their arrival', async () => {
  const entering = ['a', 'b', 'c'].map((name) => enter(name))
  for (const [i, next] of entering.entries()) {
    const leave = await next
    expect(admitted).toEqual(['a', 'b', 'c'].slice(0, i + 1))
    leave()
  }
})

test('a queue admits as many requests as its capacity', async () => {
  const wide = [{ ...one, capacity: 2 }]
  const entering = ['a', 'b', 'c'].map((name) => enter(name, wide))
  const [first, second] = [await entering[0]!, await entering[1]!]
  expect([admitted, queues.waiting]).toEqual([['a', 'b'], 1])
  second()
  const third = await entering[2]!
  expect(admitted).toEqual(['a', 'b', 'c'])
  first()
  third()
})

test('different queues do not wait for each other', async () => {
  const leaves = await Promise.all([enter('a'), enter('b', [{ ...one, queue: 'other' }])])
  expect(queues.size).toBe(2)
  for (const leave of leaves) leave()
})

test('a full queue rejects further requests', async () => {
  const entering = ['a', 'b', 'c'].map((name) => enter(name))
  await expect(enter('d')).rejects.toThrow(Conflict)
  await expect(enter('e', [{ ...one, refuse: () => new Overloaded() }])).rejects.toThrow(Unavailable)
  for (const next of entering) (await next)()
})

test('a request that leaves a queue twice admits one request', async () => {
  const entering = ['a', 'b', 'c'].map((name) => enter(name))
  const leave = await entering[0]!
  leave()
  leave()
  const second = await entering[1]!
  expect([admitted, queues.waiting]).toEqual([['a', 'b'], 1])
  second()
  ;(await entering[2]!)()
})

describe('requests that leave a queue', () => {
  test('a request that waits too long leaves its queue', async () => {
    const first = await enter('a')
    const late = expect(enter('b')).rejects.toThrow(Conflict)
    await vi.advanceTimersByTimeAsync(limits.maxWaitMs)
    await late
    const next = enter('c')
    first()
    ;(await next)()
    expect(admitted).toEqual(['a', 'c'])
  })

  test('a request whose client disconnects leaves its queue', async () => {
    const first = await enter('a')
    const client = new AbortController()
    const aborted = expect(enter('b', [one], client.signal)).rejects.toThrow(Unavailable)
    const next = enter('c')
    client.abort()
    await aborted
    first()
    ;(await next)()
    expect(admitted).toEqual(['a', 'c'])
  })

  test('a request whose client has disconnected does not enter a queue', async () => {
    const first = await enter('a')
    await expect(enter('b', [one], AbortSignal.abort())).rejects.toThrow(Unavailable)
    first()
  })
})

test('a request rejected by a second queue leaves the first', async () => {
  const [key, row] = [
    { ...one, queue: 'key' },
    { ...one, queue: 'row', maxWaiting: 0 },
  ]
  const first = await enter('a', [row])
  await expect(enter('b', [key, row])).rejects.toThrow(Conflict)
  const third = await enter('c', [key])
  first()
  third()
})
