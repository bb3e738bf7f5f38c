/** Something that never may be in the database of a shop. */
export interface Invariant {
  /** What never may be, as it is told of one that is. */
  never: string
  /**
   * Answers the ids of what is there all the same. What may be for a while, since somebody is at work on it, is asked for
   * before `UNSETTLED_SINCE`.
   */
  sql: string
}

/** Until then the jobs of the shop have settled what they could. Set by `findViolations`. */
export const UNSETTLED_SINCE = `(now() - current_setting('cartwright.patience')::interval)`

/** Events are forgotten after thirty days, and with them what they prove. */
export const EVENTS_KEPT_SINCE = `(now() - interval '29 days')`

/** Whether a payment `p` of something that was canceled keeps money that no provider has refused to give back. */
export const IS_KEPT = `p.canceled_at is null and p.amount_refunded < p.amount
  and not exists (select from refund where payment_id = p.id and status = 'failed')`
