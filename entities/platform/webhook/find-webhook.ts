import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Webhook } from './webhook.ts'

export async function lockWebhook(em: EntityManager, id: string): Promise<Row<Webhook>> {
  const webhook = await lockRow(em, Webhook, { id })
  if (!webhook) throw new NotFound(`Webhook with id: ${id} was not found`)
  return webhook
}
