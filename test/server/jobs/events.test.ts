import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { Event } from '#entities/platform/event/event.ts'
import { subscribeNotifierTo, subscribeTo } from '#server/subscribers/subscriber.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let told: string[] = []
let failures = 0

const tell = (who: string) => async (_: unknown, event: { payload: { id: string } }) => {
  told.push(`${who} ${event.payload.id}`)
}
const subscribers = {
  ledger: subscribeTo(['order.placed', 'order.canceled'], tell('ledger')),
  'secret mail': subscribeTo(['customer.password_reset'], async (_, { payload }) => {
    told.push(`secret mail ${payload.token}`)
  }),
  'fragile secret mail': subscribeTo(['customer.password_reset'], async (_, { payload }) => {
    if (failures-- > 0) throw new Error('not today')
    told.push(`fragile secret mail ${payload.token}`)
  }),
  mail: subscribeNotifierTo(['order.placed'], tell('mail')),
  fragile: subscribeTo(['order.placed'], async (_, { payload }) => {
    if (failures-- > 0) throw new Error('not today')
    told.push(`fragile ${payload.id}`)
  }),
}

beforeAll(async () => {
  shop = await openTestShop({ subscribers, config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  told = []
  failures = 0
})

describe('an event', () => {
  test('reaches each of its subscribers', async () => {
    await announce(shop.orm.em.fork(), 'order.canceled', { id: 'order_1' })
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_2' })
    expect(told).toEqual([])
    await shop.runJobs()
    expect(told.sort()).toEqual(['fragile order_2', 'ledger order_1', 'ledger order_2', 'mail order_2'])
  })

  test('is not there where its transaction is rolled back', async () => {
    const failing = shop.orm.em.fork().transactional(async (em) => {
      await announce(em, 'order.placed', { id: 'order_3' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await shop.runJobs()
    expect(told).toEqual([])
    expect(await shop.orm.em.fork().count(Event, { payload: { id: 'order_3' } })).toBe(0)
  })

  test('of which nobody is to be notified reaches only those who notify nobody', async () => {
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_4', no_notification: true })
    await shop.runJobs()
    expect(told.sort()).toEqual(['fragile order_4', 'ledger order_4'])
  })

  test('is told again to the subscriber that failed, and to no other', async () => {
    failures = 2
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_5', no_notification: true })
    await shop.runJobs()
    expect(told).toEqual(['ledger order_5'])
    for (const expected of [['ledger order_5'], ['ledger order_5', 'fragile order_5']]) {
      await shop.makeJobsDue()
      await shop.runJobs()
      expect(told).toEqual(expected)
    }
  })
})

test('of events that are told together, one that fails is told again, and the others are not', async () => {
  const em = shop.orm.em.fork()
  failures = 1
  const ids = ['order_6', 'order_7', 'order_8']
  await announceAll(
    em,
    ids.map((id) => ({ name: 'order.placed' as const, payload: { id, no_notification: true } })),
  )
  await shop.runJobs()
  const toFragile = () => told.filter((one) => one.startsWith('fragile'))
  expect(toFragile()).toEqual(['fragile order_7', 'fragile order_8', 'fragile order_6'])
  expect(told.filter((one) => one.startsWith('ledger'))).toEqual(ids.map((id) => `ledger ${id}`))
})

test('many events are written at once, numbered in their order, and told in it', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `order_${String(i).padStart(3, '0')}`)
  const em = shop.orm.em.fork()
  await announceAll(em, [])
  await announceAll(
    em,
    names.map((id) => ({ name: 'order.canceled' as const, payload: { id } })),
  )
  const events = await em.find(Event, { name: 'order.canceled' }, { orderBy: { id: 'desc' }, limit: 100 })
  expect(events.map(({ payload }) => payload.id).reverse()).toEqual(names)
  await shop.runJobs()
  expect(told).toEqual(names.map((id) => `ledger ${id}`))
})

describe('a private event', () => {
  const payload = { id: 'cus_1', email: 'ada@example.com', token: 'secret' }
  const stored = async () => {
    const [last] = await shop.orm.em.fork().find(Event, { is_private: true }, { orderBy: { id: 'desc' }, limit: 1 })
    return last
  }

  test('loses its token when the last of its subscribers was told', async () => {
    failures = 1
    await announce(shop.orm.em.fork(), 'customer.password_reset', payload)
    await shop.runJobs()
    expect(told).toEqual(['secret mail secret'])
    expect(await stored()).toMatchObject({ payload, awaited_by: ['fragile secret mail'] })
    await shop.makeJobsDue()
    await shop.runJobs()
    expect(told).toEqual(['secret mail secret', 'fragile secret mail secret'])
    expect((await stored())?.payload).toEqual({ id: 'cus_1', email: 'ada@example.com' })
  })

  test('loses it at once where nobody is to be told', async () => {
    await announce(shop.orm.em.fork(), 'user.password_reset', payload)
    await shop.runJobs()
    expect((await stored())?.payload).toEqual({ id: 'cus_1', email: 'ada@example.com' })
  })

  test('is told once, also where it is handed out twice', async () => {
    await announce(shop.orm.em.fork(), 'customer.password_reset', payload)
    await shop.runJobs()
    await shop.orm.em.fork().execute('insert into event_outbox values (?)', [(await stored())!.id])
    await shop.runJobs()
    expect(told.sort()).toEqual(['fragile secret mail secret', 'secret mail secret'])
  })
})
