import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { findRegion } from '#entities/market/region/find-region.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { generateGiftCardCode } from './generate-gift-card-code.ts'
import { GiftCard } from './gift-card.ts'

export interface NewGiftCard {
  value: number
  ends_at?: Date | null | undefined
  is_disabled?: boolean | undefined
  region_id: string
  metadata?: Metadata | null | undefined
}

export const createGiftCardStep = new Step<{ gift_card: NewGiftCard }, { gift_card_id: string }>({
  moment: 'An administrator creates a gift card. Bought gift cards belong to `cart.complete`.',
  context: { gift_card: 'the input' },
  result: { gift_card_id: '' },
})

export async function createGiftCard(em: EntityManager, input: NewGiftCard): Promise<{ id: string }> {
  await createGiftCardStep.assertAllowed(em, { gift_card: input })
  const region = await findRegion(em, input.region_id)
  const card = insertRow(em, GiftCard, {
    ...input,
    code: generateGiftCardCode(),
    balance: input.value,
    tax_rate: region.gift_cards_taxable ? region.tax_rate : null,
  })
  await announce(em, 'gift_card.created', { id: card.id })
  createGiftCardStep.addEffects(em, { gift_card: input, gift_card_id: card.id })
  return card
}
