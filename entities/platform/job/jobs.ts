/**
 * The jobs of the shop: what each is called and what it is given. A job's payload names things by their ids and holds
 * no secret, since payloads stand in the database in the clear until the job is done.
 */
export interface Jobs {
  /** Tells one subscriber of events, by their numbers. */
  tell_subscriber: { subscriber: string; events: number[] }
  /** Does the next steps of a batch job. */
  run_batch_job: { id: string }
  /** Sends a token for a new password to whoever reads this e-mail, if it is that of an account. */
  send_password_token: { to: 'user' | 'customer'; email: string }
  /** Makes a delivery to a webhook. */
  send_webhook: { delivery_id: string }
  /** Queues the events from one number to another for a webhook again. */
  replay_webhook: { webhook_id: string; from: number; to: number }
  /** Finds out whether a payment was captured, by capturing it again. */
  settle_capture: { id: string }
  /** Gives the money of a refund back. */
  settle_refund: { id: string }
  /** Lets go of what was authorised for a payment that was canceled. */
  settle_cancellation: { id: string }
  /** Sends a notification that is to be sent again. */
  send_notification: { id: string }
  /** Forgets what is over; see `server/jobs/housekeeping.ts`. */
  tidy_up: Record<string, unknown>
}

export type JobName = keyof Jobs
