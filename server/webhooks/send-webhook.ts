import { statement } from '#database/statement.ts'
import type { EventSubject } from '#entities/platform/event/events.ts'
import type { JobAttempt, JobContext, Task } from '#server/jobs/job-context.ts'
import { RetryLater } from '#server/jobs/retry-later.ts'
import type { WebhookMessage } from './post-webhook.ts'

/** A status from 200 to 299 means success. Other deliveries are retried with growing delays. */
export const sendWebhook: Task<'send_webhook'> = async (context, { delivery_id }, attempt) => {
  const em = context.orm.em.fork()
  const [delivery] = await beginAttempt(em, delivery_id)
  if (!delivery) return
  const { code, error } = await attemptDelivery(context, delivery, attempt)
  const isFinal = attempt.isLast || !delivery.is_active
  const status = error === null ? 'delivered' : isFinal ? 'failed' : 'pending'
  await endAttempt(em, delivery_id, status, code, error)
  if (status === 'pending') throw new RetryLater(`${delivery_id}: ${error}`)
}

interface WebhookAttempt {
  url: string
  secret: string
  is_active: boolean
  event_id: string
  name: string
  /** The time of the event, in ISO 8601. */
  timestamp: string
  payload: EventSubject
}

type DeliveryOutcome = { code: number | null; error: string | null }

async function attemptDelivery(
  { webhooks: { targets, timeout } }: JobContext,
  delivery: WebhookAttempt,
  attempt: JobAttempt,
): Promise<DeliveryOutcome> {
  if (!delivery.is_active) return { code: null, error: 'The webhook is disabled' }
  const message = await signMessage(delivery)
  const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(timeout)])
  try {
    const { postWebhook } = await import('./post-webhook.ts')
    const code = await postWebhook(delivery.url, message, { targets, signal })
    return { code, error: code >= 200 && code < 300 ? null : `Response status ${code}` }
  } catch (error) {
    return { code: null, error: signal.aborted ? 'No response in time' : (error as Error).message || String(error) }
  }
}

/** All attempts have the same ID, so that receivers can discard duplicates. */
async function signMessage({ secret, event_id, name, timestamp, payload }: WebhookAttempt): Promise<WebhookMessage> {
  const { Webhook: Signer } = await import('standardwebhooks')
  const id = `evt_${event_id}`
  const now = new Date()
  const body = JSON.stringify({ type: name, timestamp, data: payload })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Cartwright',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(id, now, body),
    },
  }
}

const beginAttempt = statement<WebhookAttempt>(`
  update webhook_delivery d set attempts = attempts + 1, updated_at = now()
  from webhook w, event e
  where d.id = $1 and d.status = 'pending' and w.id = d.webhook_id and e.id = d.event_id
  returning w.url, w.secret, w.is_active, e.id as event_id, e.name, e.payload,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp`)

const endAttempt = statement(`
  update webhook_delivery
  set status = $2::text, response_code = $3::int, error = $4::text, updated_at = now(),
    delivered_at = case when $2 = 'delivered' then now() end
  where id = $1`)
