export interface Invariant {
  violation: string
  /** Selects the ids of the violating rows. Rows that a job may still change count only if older than `UNSETTLED_SINCE`. */
  sql: string
}

/** The jobs had time to finish all work that is older. `findViolations` sets the interval. */
export const UNSETTLED_SINCE = `(now() - current_setting('cartwright.min_age')::interval)`

/** Events are deleted after thirty days. An older row may have lost its event. */
export const EVENTS_KEPT_SINCE = `(now() - interval '29 days')`

/** Whether the payment `p` of a canceled order or swap keeps money. A refund that the provider declined excuses it. */
export const KEEPS_MONEY = `p.canceled_at is null and p.amount_refunded < p.amount
  and not exists (select from refund where payment_id = p.id and status = 'failed')`
