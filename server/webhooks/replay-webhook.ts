import { inTransaction } from '#database/transaction.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { requeueDeliveries } from '#entities/platform/webhook/queue-deliveries.ts'
import type { Task } from '#server/plugin/job-context.ts'

/** The same transaction queues a batch of past events and the job of the next batch, so that no event is lost. */
export const replayWebhook: Task<'replay_webhook'> = ({ orm }, { webhook_id, from, to }) =>
  inTransaction(orm.em, async (em) => {
    const last = await requeueDeliveries(em, { webhook_id, from, to })
    if (last !== null && last < to) await enqueue(em, 'replay_webhook', { payload: { webhook_id, from: last + 1, to } })
  })
