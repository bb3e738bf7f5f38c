import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { lockEdit } from './lock-edit.ts'

export async function updateEdit(
  em: EntityManager,
  { id, internal_note }: { id: string; internal_note?: string | null | undefined },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (internal_note !== undefined) edit.internal_note = internal_note
  await announce(em, 'order-edit.updated', { id })
}
