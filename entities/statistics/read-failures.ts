import { statement } from '#database/statement.ts'
import { MAX_COUNT } from './read-attention.ts'

export interface Failures {
  /** Declined and failed payments of carts. */
  payments: number
  /** Jobs without attempts left. */
  jobs: number
  webhook_deliveries: number
  refunds: number
}

const countOf = (rows: string) => `(select count(*)::int from (select from ${rows} limit ${MAX_COUNT}) rows)`

/** Counts the failures of the last `days` days, each at most 1000. */
export const readFailures = statement<Failures, [days: number]>(`
  select
    ${countOf(`payment_attempt where status in ('declined', 'failed') and updated_at >= since`)} as payments,
    ${countOf(`graphile_worker.jobs where attempts >= max_attempts and locked_at is null and updated_at >= since`)} as jobs,
    ${countOf(`webhook_delivery where status = 'failed' and updated_at >= since`)} as webhook_deliveries,
    ${countOf(`refund where status = 'failed' and updated_at >= since`)} as refunds
  from (select now() - make_interval(days => $1::int) as since) period`)
