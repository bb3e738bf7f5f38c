import type { RunSql } from '#database/statement.ts'

export type Invariant = SqlInvariant | ComputedInvariant

export interface SqlInvariant {
  violation: string
  /** Selects the ids of the violating rows. Must ignore unfinished work that is younger than `UNSETTLED_SINCE`. */
  sql: string
}

/** An invariant that SQL cannot compute. */
interface ComputedInvariant {
  violation: string
  find: (query: RunSql) => Promise<string[]>
}

/** Jobs should have finished all work that is older than this time. `findViolations` replaces the interval. */
export const UNSETTLED_SINCE = `(now() - interval '2 hours')`

/** Events are deleted after thirty days, so the event of an older row may be gone. */
export const EVENTS_KEPT_SINCE = `(now() - interval '29 days')`

/** True if the shop still keeps money of payment `p`. A payment with a failed refund does not count. */
export const KEEPS_MONEY = `p.canceled_at is null and p.amount_refunded < p.amount
  and not exists (select from refund where payment_id = p.id and status = 'failed')`
