import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { now } from '#entities/values/clock.ts'
import { type DemoOrder, demoOrders } from './data/orders.ts'
import type { Chapter } from './move-history.ts'
import { type DemoShop, type PlacedOrder, STORIES } from './order-stories.ts'
import { placeOrder } from './place-order.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** Each day has this many hours of trade. The last day ends now. */
const OPENING_HOURS = 12

const CONCURRENT_ORDERS = 6

/** Places the orders and does the work of each day, from the oldest day until today. Returns a chapter for each day. */
export async function runHistory(shop: DemoShop): Promise<Chapter[]> {
  const chapters: Chapter[] = []
  const placed = new Map<DemoOrder, PlacedOrder>()
  const lastDay = Math.max(...demoOrders.map(({ daysAgo }) => daysAgo))
  for (let daysAgo = lastDay; daysAgo >= 0; daysAgo--) {
    const began = now()
    await runDay(shop, placed, daysAgo)
    chapters.push({ began, ended: now(), ...dayOf(daysAgo) })
  }
  return chapters
}

async function runDay(shop: DemoShop, placed: Map<DemoOrder, PlacedOrder>, daysAgo: number): Promise<void> {
  const slots = new WorkSlots({ slots: CONCURRENT_ORDERS })
  await Promise.all(
    demoOrders.map((order) =>
      slots.run(async () => {
        if (order.daysAgo === daysAgo) placed.set(order, await placeOrder(shop, order))
        const row = placed.get(order)
        if (!row) return
        for (const [days, step] of STORIES[order.story]) if (days === order.daysAgo - daysAgo) await step(shop, row)
      }),
    ),
  )
}

const dayOf = (daysAgo: number): Pick<Chapter, 'pastStart' | 'pastLength'> => ({
  pastStart: new Date(now().getTime() - daysAgo * DAY - OPENING_HOURS * HOUR),
  pastLength: OPENING_HOURS * HOUR - 10 * 60 * 1000,
})
