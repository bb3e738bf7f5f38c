import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { GiftCard } from './gift-card.ts'

export type GiftCardChanges = Changes<Pick<GiftCard, 'balance' | 'is_disabled' | 'ends_at' | 'region_id' | 'metadata'>>

export async function updateGiftCard(em: EntityManager, id: string, input: GiftCardChanges): Promise<void> {
  const { balance, ...changes } = input
  const card = await lockGiftCard(em, id)
  if (balance != null) card.correctBalance(balance)
  if (changes.region_id && changes.region_id !== card.region_id) await findRegion(em, changes.region_id)
  applyChanges<Row<GiftCard>>(card, changes)
}

async function lockGiftCard(em: EntityManager, id: string): Promise<Row<GiftCard>> {
  const card = await lockRow(em, GiftCard, { id })
  if (!card) throw new NotFound(`Gift card with id: ${id} was not found`)
  return card
}
