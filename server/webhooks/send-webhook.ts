import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { IS_VALID_KEY_SQL } from '#entities/people/api-key/find-key-and-user.ts'
import { canReadResource, type Grant, grantOfRole } from '#entities/people/role/grant.ts'
import type { EventSubject } from '#entities/platform/event/events.ts'
import { resourcesOfFilter } from '#entities/platform/event/resource-of-event.ts'
import { adminProceduresOf } from '#routers/context/procedures-of.ts'
import { RetryLater } from '#server/base/retry-later.ts'
import type { JobAttempt, JobContext, Task } from '#server/plugin/job-context.ts'
import type { WebhookMessage } from './post-webhook.ts'

/** A status from 200 to 299 means success. Other deliveries are retried with growing delays. */
export const sendWebhook: Task<'send_webhook'> = async (context, { delivery_id }, attempt) => {
  const em = context.orm.em.fork()
  const [delivery] = await beginAttempt(em, delivery_id)
  if (!delivery) return
  const refusal = findRefusal(em, context.routers, delivery)
  const { code, error } = refusal ? { code: null, error: refusal } : await attemptDelivery(context, delivery, attempt)
  const isFinal = attempt.isLast || refusal !== undefined
  const status = error === null ? 'delivered' : isFinal ? 'failed' : 'pending'
  await endAttempt(em, delivery_id, status, code, error)
  if (status === 'pending') throw new RetryLater(`${delivery_id}: ${error}`)
}

interface WebhookAttempt {
  url: string
  secret: string
  is_active: boolean
  /** The API key that saved the webhook last. */
  key: { name: string; scopes: string[]; is_valid: boolean } | null
  /** The user that saved the webhook last, or the user of the API key. Null for an administrator without an API key. */
  saver: { role: string; scopes: string[]; is_deleted: boolean } | null
  event_id: string
  name: string
  /** The time of the event, in ISO 8601. */
  timestamp: string
  payload: EventSubject
}

/** A webhook receives only what the user or the API key that saved it may read at the time of the delivery. */
function findRefusal(em: EntityManager, routers: JobContext['routers'], delivery: WebhookAttempt): string | undefined {
  const { is_active, key, saver, name } = delivery
  if (!is_active) return 'The webhook is disabled'
  if (!saver) return undefined
  const advice = 'Save the webhook as an administrator to continue.'
  if (key && !key.is_valid)
    return `The API key ${key.name}, which saved this webhook, is not valid any longer. ${advice}`
  if (saver.is_deleted) return `The user that saved this webhook is deleted. ${advice}`
  const grants: Grant[] = [grantOfRole(saver.role, saver.scopes)]
  if (key) grants.push({ kind: 'api_key', ...key })
  const procedures = adminProceduresOf(routers)
  const hidden = resourcesOfFilter(em, name).find((resource) => !canReadResource(grants, procedures, resource))
  const holder = key ? `The API key ${key.name}` : `A user with the role ${saver.role}`
  return hidden && `${holder}, which saved this webhook, may not read ${hidden}. ${advice}`
}

type DeliveryOutcome = { code: number | null; error: string | null }

async function attemptDelivery(
  { webhooks: { targets, timeout } }: JobContext,
  delivery: WebhookAttempt,
  attempt: JobAttempt,
): Promise<DeliveryOutcome> {
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
  with attempt as (
    update webhook_delivery set attempts = attempts + 1, updated_at = now()
    where id = $1 and status = 'pending' returning webhook_id, event_id
  )
  select w.url, w.secret, w.is_active, e.id as event_id, e.name, e.payload,
    (select jsonb_build_object('name', k.name, 'scopes', k.scopes, 'is_valid', ${IS_VALID_KEY_SQL})
      from api_key k left join "user" u on u.id = k.created_by where k.id = w.api_key_id) as key,
    (select jsonb_build_object('role', u.role, 'scopes', r.scopes, 'is_deleted', u.deleted_at is not null)
      from "user" u join role r on r.name = u.role
      where u.id = coalesce((select k.created_by from api_key k where k.id = w.api_key_id), w.user_id)) as saver,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp
  from attempt a join webhook w on w.id = a.webhook_id join event e on e.id = a.event_id`)

const endAttempt = statement(`
  update webhook_delivery
  set status = $2::text, response_code = $3::int, error = $4::text, updated_at = now(),
    delivered_at = case when $2 = 'delivered' then clock.now end
  from (select now() as now) clock
  where id = $1`)
