import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { GiftCard } from './gift-card.ts'

export type GiftCardChanges = Changes<Pick<GiftCard, 'balance' | 'is_disabled' | 'ends_at' | 'region_id' | 'metadata'>>

/** Changes what is named; the balance stays between nothing and the value. */
export async function updateGiftCard(em: EntityManager, id: string, changes: GiftCardChanges): Promise<void> {
  const card = await lockGiftCard(em, id)
  const { balance, region_id } = changes
  if (balance != null && (balance < 0 || balance > card.value)) throw new InvalidData('new balance is invalid')
  if (region_id && region_id !== card.region_id) await findRegion(em, region_id)
  if (balance != null) card.balance_correction += balance - card.balance
  applyChanges<GiftCard>(card, changes)
}

/** A checkout may be spending the card. */
async function lockGiftCard(em: EntityManager, id: string): Promise<GiftCard> {
  const card = await em.findOne(GiftCard, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!card) throw new NotFound(`Gift card with id: ${id} was not found`)
  return card
}
