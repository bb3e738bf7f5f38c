import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { Event } from '#entities/platform/event/event.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { dispatchAgain } from '#test/support/events.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let deliveries: string[] = []
let failures = 0

const record = (subscriber: string) => async (_: unknown, event: { payload: { id: string } }) => {
  deliveries.push(`${subscriber} ${event.payload.id}`)
}
const subscribers = {
  ledger: subscribeTo(['order.placed', 'order.canceled'], record('ledger')),
  'secret mail': subscribeTo(['customer.password_reset'], async (_, { payload }) => {
    deliveries.push(`secret mail ${payload.token}`)
  }),
  'fragile secret mail': subscribeTo(['customer.password_reset'], async (_, { payload }) => {
    if (failures-- > 0) throw new Error('not today')
    deliveries.push(`fragile secret mail ${payload.token}`)
  }),
  mail: { ...subscribeTo(['order.placed'], record('mail')), isNotification: true },
  fragile: subscribeTo(['order.placed'], async (_, { payload }) => {
    if (failures-- > 0) throw new Error('not today')
    deliveries.push(`fragile ${payload.id}`)
  }),
}

beforeAll(async () => {
  shop = await openTestShop({ subscribers, config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  deliveries = []
  failures = 0
})

describe('delivering events', () => {
  test('an event is delivered to each of its subscribers', async () => {
    await announce(shop.orm.em.fork(), 'order.canceled', { id: 'order_1' })
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_2' })
    expect(deliveries).toEqual([])
    await shop.runJobs()
    expect(deliveries.sort()).toEqual(['fragile order_2', 'ledger order_1', 'ledger order_2', 'mail order_2'])
  })

  test('an event of a rolled back transaction does not exist', async () => {
    const failing = shop.orm.em.fork().transactional(async (em) => {
      await announce(em, 'order.placed', { id: 'order_3' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await shop.runJobs()
    expect(deliveries).toEqual([])
    expect(await shop.orm.em.fork().count(Event, { payload: { id: 'order_3' } })).toBe(0)
  })

  test('an event with no_notification is not delivered to notifiers', async () => {
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_4', no_notification: true })
    await shop.runJobs()
    expect(deliveries.sort()).toEqual(['fragile order_4', 'ledger order_4'])
  })

  test('an event is delivered again only to the subscriber that failed', async () => {
    failures = 2
    await announce(shop.orm.em.fork(), 'order.placed', { id: 'order_5', no_notification: true })
    await shop.runJobs()
    expect(deliveries).toEqual(['ledger order_5'])
    for (const expected of [['ledger order_5'], ['ledger order_5', 'fragile order_5']]) {
      await shop.makeJobsDue()
      await shop.runJobs()
      expect(deliveries).toEqual(expected)
    }
  })
})

test('a failed event of a batch is delivered again without the others', async () => {
  const em = shop.orm.em.fork()
  failures = 1
  const ids = ['order_6', 'order_7', 'order_8']
  await announceAll(
    em,
    ids.map((id) => ({ name: 'order.placed' as const, payload: { id, no_notification: true } })),
  )
  await shop.runJobs()
  const fragileDeliveries = () => deliveries.filter((one) => one.startsWith('fragile'))
  expect(fragileDeliveries()).toEqual(['fragile order_7', 'fragile order_8', 'fragile order_6'])
  expect(deliveries.filter((one) => one.startsWith('ledger'))).toEqual(ids.map((id) => `ledger ${id}`))
})

test('many events are stored and delivered in their order', async () => {
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
  expect(deliveries).toEqual(names.map((id) => `ledger ${id}`))
})

describe('private events', () => {
  const payload = { id: 'cus_1', email: 'ada@example.com', token: 'secret' }
  const lastPrivateEvent = async () => {
    const [last] = await shop.orm.em.fork().find(Event, { is_private: true }, { orderBy: { id: 'desc' }, limit: 1 })
    return last
  }

  test('a private event loses its token after the last delivery', async () => {
    failures = 1
    await announce(shop.orm.em.fork(), 'customer.password_reset', payload)
    await shop.runJobs()
    expect(deliveries).toEqual(['secret mail secret'])
    expect(await lastPrivateEvent()).toMatchObject({ payload, awaited_by: ['fragile secret mail'] })
    await shop.makeJobsDue()
    await shop.runJobs()
    expect(deliveries).toEqual(['secret mail secret', 'fragile secret mail secret'])
    expect((await lastPrivateEvent())?.payload).toEqual({ id: 'cus_1', email: 'ada@example.com' })
  })

  test('a private event without subscribers loses its token immediately', async () => {
    await announce(shop.orm.em.fork(), 'user.password_reset', payload)
    await shop.runJobs()
    expect((await lastPrivateEvent())?.payload).toEqual({ id: 'cus_1', email: 'ada@example.com' })
  })

  test('a private event that is dispatched twice is delivered once', async () => {
    await announce(shop.orm.em.fork(), 'customer.password_reset', payload)
    await shop.runJobs()
    await dispatchAgain(shop, await lastPrivateEvent())
    await shop.runJobs()
    expect(deliveries.sort()).toEqual(['fragile secret mail secret', 'secret mail secret'])
  })
})
