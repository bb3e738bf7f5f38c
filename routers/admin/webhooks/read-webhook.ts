import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { resourcesOfFilter } from '#entities/platform/event/resource-of-event.ts'
import { lockWebhook } from '#entities/platform/webhook/find-webhook.ts'
import type { Webhook } from '#entities/platform/webhook/webhook.ts'
import { assertMayRead, type Viewer } from '../../reading/reach.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { WebhookResource } from '../../resources/webhook.ts'

export const webhookReadOptions = { resource: WebhookResource }

export const webhookAnswer = rowAnswer('webhook', webhookReadOptions)

export function assertMaySend(viewer: Viewer & { em: EntityManager }, events: readonly string[]): void {
  assertMayRead(
    viewer,
    events.flatMap((filter) => resourcesOfFilter(viewer.em, filter)),
  )
}

/**
 * @throws NotFound if the webhook does not exist.
 * @throws Forbidden if the API key of the caller may not read all events of the webhook.
 */
export async function lockOwnWebhook(ctx: Viewer & { em: EntityManager }, id: string): Promise<Row<Webhook>> {
  const webhook = await lockWebhook(ctx.em, id)
  assertMaySend(ctx, webhook.events)
  return webhook
}
