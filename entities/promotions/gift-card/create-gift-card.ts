import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { generateGiftCardCode } from './generate-gift-card-code.ts'
import { GiftCard } from './gift-card.ts'

export interface NewGiftCard {
  /** Minor units of the currency of the region. */
  value: number
  ends_at?: Date | null | undefined
  is_disabled?: boolean | undefined
  region_id: string
  metadata?: Metadata | null | undefined
}

/** A card worth all of its value, taxed as its region taxes gift cards. */
export async function createGiftCard(em: EntityManager, facts: NewGiftCard): Promise<GiftCard> {
  const region = await findRegion(em, facts.region_id)
  const card = em.create(GiftCard, {
    ...facts,
    code: generateGiftCardCode(),
    balance: facts.value,
    tax_rate: region.gift_cards_taxable ? region.tax_rate : null,
  })
  await announce(em, 'gift_card.created', { id: card.id })
  return card
}
