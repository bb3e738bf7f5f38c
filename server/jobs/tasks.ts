import { deliverResend } from '#entities/platform/notification/send-notification.ts'
import { deliverToSubscriber } from '#server/subscribers/deliver-to-subscriber.ts'
import { replayWebhook } from '#server/webhooks/replay-webhook.ts'
import { sendWebhook } from '#server/webhooks/send-webhook.ts'
import type { Tasks } from '../plugin/job-context.ts'
import { eraseFiles } from './erase-files.ts'
import { expireCarts } from './expire-carts.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { runHousekeeping } from './housekeeping.ts'
import { lookUpPaymentsTask } from './look-up-payments.ts'
import { processFulfillmentNoticeTask } from './process-fulfillment-notice.ts'
import { processPaymentNoticeTask } from './process-payment-notice.ts'
import { processWebhook } from './process-webhook.ts'
import { runBatchJobTask } from './run-batch-job.ts'
import { sendPasswordToken } from './send-password-token.ts'
import { captureCollectedTask, settleCancellationTask, settleCaptureTask, settleRefundTask } from './settle-payments.ts'
import { storeTitles } from './store-titles.ts'

export const tasks: Tasks = {
  tell_subscriber: deliverToSubscriber,
  run_batch_job: runBatchJobTask,
  send_password_token: sendPasswordToken,
  send_webhook: sendWebhook,
  replay_webhook: replayWebhook,
  settle_capture: settleCaptureTask,
  settle_refund: settleRefundTask,
  capture_collected: captureCollectedTask,
  settle_cancellation: settleCancellationTask,
  process_payment_notice: processPaymentNoticeTask,
  process_fulfillment_notice: processFulfillmentNoticeTask,
  process_webhook: processWebhook,
  send_notification: ({ orm, files, logger, notifications }, { id }) =>
    deliverResend({ em: orm.em.fork(), files, logger }, notifications, id),
  erase_files: eraseFiles,
  fetch_pictures: fetchPictures,
  store_titles: storeTitles,
  tidy_up: runHousekeeping,
  expire_carts: expireCarts,
  look_up_payments: lookUpPaymentsTask,
  drill_backup: async ({ drill }, _, { signal }) => drill?.run(signal),
}
