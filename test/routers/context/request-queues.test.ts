import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Conflict, Overloaded, TooManyRequests, Unavailable } from '#entities/errors.ts'
import { type Place, RequestQueues } from '#routers/context/request-queues.ts'

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
  const leave = await queues.enter(places, { request: { signal } })
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

describe('clients', () => {
  const shared: Place = { queue: 'shared', capacity: 2, maxWaiting: 10, share: 3, refuse: () => new Overloaded() }
  const outcome = { admitted: [] as string[], displaced: [] as string[] }
  beforeEach(() => {
    outcome.admitted = []
    outcome.displaced = []
  })

  /** Enters for the client of the first letter. */
  const ask = (name: string, place = shared): Promise<() => void> => {
    const entering = queues.enter([place], { client: name[0]! })
    entering.then(
      () => outcome.admitted.push(name),
      (error) => outcome.displaced.push(`${name} ${error.constructor.name}`),
    )
    return entering
  }
  const names = (client: string, count: number) => Array.from({ length: count }, (_, i) => `${client}${i + 1}`)

  /** Each request leaves as soon as the queue admits it. */
  const drain = (entering: Promise<() => void>[]) =>
    Promise.allSettled(entering.map((next) => next.then((leave) => leave())))

  test('a client with one request is next, however many requests another client has', async () => {
    const many = names('a', 5).map((name) => ask(name))
    const one = ask('b1')
    ;(await many[0]!)()
    await one
    expect(outcome.admitted).toEqual(['a1', 'a2', 'b1'])
    await drain([...many.slice(1), one])
  })

  test('clients take turns, and the requests of one client stay in order', async () => {
    const single = { ...shared, capacity: 1, maxWaiting: 20, share: 10 }
    const entering = [...names('a', 4), ...names('b', 3), ...names('c', 2)].map((name) => ask(name, single))
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'a4', 'b3']
    for (const name of order) {
      await vi.advanceTimersByTimeAsync(0)
      expect(outcome.admitted.at(-1)).toBe(name)
      const index = [...names('a', 4), ...names('b', 3), ...names('c', 2)].indexOf(name)
      ;(await entering[index]!)()
    }
  })

  test('a client that is alone can fill the queue', async () => {
    const entering = names('a', 12).map((name) => ask(name))
    await expect(ask('a13')).rejects.toThrow(Overloaded)
    await drain(entering)
    expect(outcome.admitted).toEqual(names('a', 12))
  })

  test('the newest requests beyond the share of a client make room for another client', async () => {
    const entering = names('a', 12).map((name) => ask(name))
    const other = ask('b1')
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.displaced.toSorted()).toEqual(
      names('a', 12)
        .slice(5)
        .map((name) => `${name} TooManyRequests`)
        .toSorted(),
    )
    await expect(ask('a13')).rejects.toThrow(TooManyRequests)
    await drain([...entering, other])
    expect(outcome.admitted).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5'])
  })

  test('a full queue of several clients makes room for a client with fewer requests', async () => {
    const small = { ...shared, maxWaiting: 4, share: 4 }
    const entering = [...names('a', 5), ...names('b', 1)].map((name) => ask(name, small))
    const third = ask('c1', small)
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.displaced).toEqual(['a5 TooManyRequests'])
    await expect(ask('a6', { ...small, share: Infinity })).rejects.toThrow(Overloaded)
    await drain([...entering, third])
  })

  test('a request that makes room gets the error of its place', async () => {
    const small = { ...shared, maxWaiting: 4, share: 4, displace: () => new Unavailable(undefined) }
    const entering = [...names('a', 5), 'b1', 'c1'].map((name) => ask(name, small))
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.displaced).toEqual(['a5 Unavailable'])
    await drain(entering)
  })
})
