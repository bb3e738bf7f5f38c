import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AdmissionSettings, RequestAdmission } from '#server/hosting/request-admission.ts'
import { ThreadShare } from '#server/hosting/thread-share.ts'

/* Which requests of the shops of a process run at the same time. */

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const share = { current: 1, update: () => {} }

function openAdmission(settings: AdmissionSettings = {}) {
  const admission = new RequestAdmission({ share, ...settings })
  const started: string[] = []
  const leave = new Map<string, () => void>()
  const send = (...names: string[]) => {
    for (const name of names)
      leave.set(
        name,
        admission.enter(name.replace(/\d+$/, ''), () => started.push(name)),
      )
  }
  const end = (name: string) => {
    leave.get(name)?.()
    vi.advanceTimersByTime(0)
  }
  return { started, send, end }
}

test('a shop that is active alone has no limit', () => {
  const { started, send } = openAdmission({ maxWaiting: 0 })
  const names = Array.from({ length: 500 }, (_, i) => `east${i}`)
  send(...names)
  expect(started).toEqual(names)
})

test('while two shops are active, each runs its share, and the others wait in their order', () => {
  const { started, send, end } = openAdmission()
  send('west1', 'east1', 'east2', 'east3', 'west2')
  expect(started).toEqual(['west1', 'east1'])
  end('east1')
  expect(started).toEqual(['west1', 'east1', 'east2'])
  end('west1')
  end('east2')
  expect(started).toEqual(['west1', 'east1', 'east2', 'west2', 'east3'])
})

test('the flood of a shop does not delay the first request of another one', () => {
  const { started, send } = openAdmission()
  send(...Array.from({ length: 100 }, (_, i) => `east${i}`), 'west1')
  expect(started.at(-1)).toBe('west1')
  send('east100')
  expect(started).not.toContain('east100')
})

test('a request that waits for something else lets the next one start', () => {
  const { started, send } = openAdmission()
  send('west1', 'east1', 'east2', 'east3')
  vi.advanceTimersByTime(90)
  expect(started).not.toContain('east2')
  vi.advanceTimersByTime(60)
  expect(started).toContain('east2')
  expect(started).not.toContain('east3')
})

test('all waiting requests start after the other shops have been quiet', () => {
  const { started, send } = openAdmission({ activeTime: 50 })
  send('west1', 'east1', 'east2', 'east3')
  vi.advanceTimersByTime(80)
  expect(started).toEqual(['west1', 'east1', 'east2', 'east3'])
})

test('a request whose client has left does not start', () => {
  const { started, send, end } = openAdmission()
  send('west1', 'east1', 'east2', 'east3')
  end('east2')
  end('east1')
  expect(started).toEqual(['west1', 'east1', 'east3'])
})

test('a full queue refuses the requests of its shop only', () => {
  const { started, send, end } = openAdmission({ maxWaiting: 2 })
  send('west1', 'east1', 'east2', 'east3')
  expect(() => send('east4')).toThrow('The server is busy')
  send('north1', 'west2')
  expect(started).toEqual(['west1', 'east1', 'north1'])
  end('east1')
  send('east5')
  expect(() => send('east6')).toThrow('The server is busy')
})

test('an idle process has no timer', () => {
  const { send, end } = openAdmission()
  send('west1', 'east1', 'east2')
  for (const name of ['west1', 'east1', 'east2']) end(name)
  vi.advanceTimersByTime(30)
  expect(vi.getTimerCount()).toBe(0)
})

test('the share grows while the thread is idle half of the time, and falls to one', () => {
  const thread = new ThreadShare()
  expect(thread.current).toBe(1)
  for (let i = 0; i < 20; i++) thread.adjust(0.4)
  expect(thread.current).toBe(8)
  const shares = Array.from({ length: 4 }, () => {
    thread.adjust(0.9)
    return thread.current
  })
  expect(shares).toEqual([4, 2, 1, 1])
})
