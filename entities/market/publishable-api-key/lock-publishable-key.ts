import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { PublishableApiKey } from './publishable-api-key.ts'

export async function lockPublishableKey(em: EntityManager, id: string): Promise<Row<PublishableApiKey>> {
  const key = await lockRow(em, PublishableApiKey, { id })
  if (!key) throw new NotFound(`Publishable key with id: ${id} was not found`)
  return key
}
