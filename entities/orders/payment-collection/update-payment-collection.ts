import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { lockPaymentCollection } from './lock-payment-collection.ts'

export interface CollectionChanges {
  id: string
  description?: string | null | undefined
  metadata?: Metadata | null | undefined
}

/** Null keeps the current value. */
export async function updatePaymentCollection(
  em: EntityManager,
  { id, description, metadata }: CollectionChanges,
): Promise<void> {
  const { collection } = await lockPaymentCollection(em, id)
  applyChanges(collection, { description: description ?? undefined, metadata })
  await announce(em, 'payment-collection.updated', { id })
}
