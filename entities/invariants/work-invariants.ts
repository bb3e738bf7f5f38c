import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { WAITING_DELIVERIES_SQL } from '#entities/platform/webhook/queue-deliveries.ts'
import { type Invariant, UNSETTLED_SINCE } from './invariant.ts'

export const WORK_INVARIANTS: Record<string, Invariant> = {
  'stuck-key': {
    violation: 'An idempotency key has no answer',
    sql: 'select idempotency_key as id from idempotency_key where answer is null',
  },
  'failed-job': {
    violation: 'A job that moves money or delivers events has used up its attempts',
    sql: `
      select task_identifier || ' ' || id as id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and task_identifier in ('tell_subscriber', 'settle_capture', 'settle_refund', 'capture_collected', 'settle_cancellation',
          'process_payment_notice', 'process_fulfillment_notice', 'process_webhook')`,
  },
  'row-count-drift': {
    violation: 'A stored row count differs from the number of rows',
    sql: `
      select table_name as id from ${ACTUAL_ROW_COUNTS_SQL} where rows <>
        (select coalesce(sum(c.rows), 0) from row_count c where c.table_name = there.table_name)`,
  },
  'stranded-delivery': {
    violation: 'A pending webhook delivery has no job',
    sql: `
      with waiting as materialized (select key from ${WAITING_DELIVERIES_SQL})
      select id from webhook_delivery d where status = 'pending' and updated_at < ${UNSETTLED_SINCE}
        and not exists (select from waiting where key = 'webhook:' || d.id)`,
  },
  'undelivered-event': {
    violation: 'An event that matches a webhook is neither in the outbox nor queued for the webhook',
    sql: `
      select e.id::text as id from event e join webhook w on w.is_active and w.created_at < e.created_at
        and w.updated_at < e.created_at and not e.is_private and exists (
          select from unnest(w.events) as filter
          where filter = e.name or (filter like '%*' and starts_with(e.name, rtrim(filter, '*'))))
      where e.created_at < ${UNSETTLED_SINCE}
        and not exists (select from webhook_delivery where event_id = e.id and webhook_id = w.id)
        and not exists (select from event_outbox where event_id = e.id)`,
  },
  'stranded-refund': {
    violation: 'A pending refund has no job',
    sql: `
      with waiting as materialized (select payload ->> 'id' as id from graphile_worker._private_jobs)
      select id from refund r where status = 'pending' and updated_at < ${UNSETTLED_SINCE}
        and not exists (select from waiting where waiting.id = r.id)`,
  },
}
