/** Payloads are stored in plain text and must not contain secrets. */
export interface Jobs {
  tell_subscriber: { subscriber: string; events: number[] }
  run_batch_job: { id: string }
  send_password_token: { to: 'user' | 'customer'; email: string }
  send_webhook: { delivery_id: string }
  replay_webhook: { webhook_id: string; from: number; to: number }
  settle_capture: { id: string }
  settle_refund: { id: string }
  /** `id` is the ID of a payment collection. */
  capture_collected: { id: string }
  settle_cancellation: { id: string }
  process_payment_notice: {
    provider_id: string
    notice: {
      type: 'authorized' | 'captured' | 'refunded' | 'canceled'
      cart_id: string
      data: Record<string, unknown>
      amount?: number
    }
  }
  process_fulfillment_notice: {
    provider_id: string
    notice: {
      type: 'shipped' | 'delivered'
      fulfillment_id: string
      tracking_numbers?: readonly string[]
      carrier?: string
    }
  }
  process_webhook: { webhook: string; id: string; data: unknown }
  send_notification: { id: string }
  /** `exports` is the period in which the exports were created, in ISO 8601. */
  erase_files: { keys: string[]; exports: { from: string; to: string } | null }
  fetch_pictures: Record<string, unknown>
  store_titles: Record<string, unknown>
  tidy_up: Record<string, unknown>
  expire_carts: Record<string, unknown>
  look_up_payments: Record<string, unknown>
  drill_backup: Record<string, unknown>
}

export type JobName = keyof Jobs
