import type { EntityManager } from '@mikro-orm/postgresql'
import { now, type Row, statement, timeZoneOf } from 'cartwright'
import type { Subscription } from './subscription.ts'

/** Counts from the start, so that a subscription of 31 January renews on 28 February and on 31 March, at the same local time. */
const selectNext = statement<{ period: number; due_at: Date }>(`
  select period, due_at from generate_series($1::int, $1::int + 5000) period,
    lateral (select ($2::timestamptz at time zone $3 + period * $4::interval) at time zone $3 as due_at) due
  where due_at > $5::timestamptz order by period limit 1`)

/** Plans the first renewal after now whose number is at least `period`. Earlier periods without an order have none. */
export async function schedule(em: EntityManager, subscription: Row<Subscription>, period: number): Promise<void> {
  const { started_at, interval } = subscription
  const [next] = await selectNext(em, period, started_at, timeZoneOf(em), interval, now())
  const due_at = new Date(next!.due_at)
  const open = { status: 'active', attempts: 0, problem: null, cart_id: null }
  Object.assign(subscription, { ...open, period: next!.period, due_at, attempt_at: due_at })
}
