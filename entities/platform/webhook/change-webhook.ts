import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { isEventFilter } from '../event/events.ts'
import { lockWebhook } from './find-webhook.ts'
import { isPrivateHost, type WebhookTargets } from './targets.ts'
import { Webhook } from './webhook.ts'

export interface NewWebhook {
  url: string
  events: readonly string[]
  is_active?: boolean | undefined
}

type SavedBy = Pick<Webhook, 'api_key_id' | 'user_id'>

export function createWebhook(
  em: EntityManager,
  targets: WebhookTargets,
  { events, ...values }: NewWebhook & SavedBy,
): Webhook {
  assertAllowedUrl(values.url, targets)
  return insertRow(em, Webhook, { ...values, events: validateFilters(em, events) })
}

export async function updateWebhook(
  em: EntityManager,
  targets: WebhookTargets,
  { id, events, ...changes }: Changes<NewWebhook> & SavedBy & { id: string },
): Promise<void> {
  const webhook = await lockWebhook(em, id)
  if (changes.url) assertAllowedUrl(changes.url, targets)
  applyChanges<Row<Webhook>>(webhook, { ...changes, events: events ? validateFilters(em, events) : undefined })
}

function assertAllowedUrl(text: string, targets: WebhookTargets): void {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidData('url must be a URL address').about('url').because({ name: 'url_invalid' })
  if (url.username || url.password)
    throw new InvalidData('url must not contain a user name or a password')
      .about('url')
      .because({ name: 'url_with_password' })
  if (targets === 'public' && isPrivateHost(url.hostname))
    throw new InvalidData('url must not be a private address').about('url').because({ name: 'url_private' })
}

function validateFilters(em: EntityManager, filters: readonly string[]): string[] {
  const unknown = filters.filter((filter) => !isEventFilter(filter, shopOf(em).events))
  if (unknown.length > 0)
    throw new InvalidData(`Unknown events: ${unknown.join(', ')}`).because({
      name: 'events_unknown',
      events: unknown.join(', '),
    })
  return [...new Set(filters)]
}
