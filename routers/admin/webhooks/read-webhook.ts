import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Webhook } from '#entities/webhook/webhook.ts'
import { readRow } from '../../schemas/list.ts'
import { WebhookResource } from '../../schemas/resources/webhook.ts'

export const view = { entity: Webhook, resource: WebhookResource }

/** @throws NotFound */
export async function readWebhook(em: EntityManager, id: string): Promise<z.output<typeof WebhookResource>> {
  const webhook = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!webhook) throw new NotFound(`Webhook with id: ${id} was not found`)
  return webhook
}
