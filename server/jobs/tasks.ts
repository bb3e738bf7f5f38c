import { deliverEvent, dispatchEvents } from '#server/subscribers/deliver.ts'
import { replayWebhook } from '#server/webhooks/replay-webhook.ts'
import { sendWebhook } from '#server/webhooks/send-webhook.ts'
import { tidyUp } from '../housekeeping.ts'
import type { Tasks } from './job-context.ts'
import { runBatchJobTask } from './run-batch-job.ts'
import { sendPasswordToken } from './send-password-token.ts'

/** Who does which job. */
export const tasks: Tasks = {
  dispatch_events: dispatchEvents,
  deliver_event: deliverEvent,
  run_batch_job: runBatchJobTask,
  send_password_token: sendPasswordToken,
  send_webhook: sendWebhook,
  replay_webhook: replayWebhook,
  tidy_up: tidyUp,
}
