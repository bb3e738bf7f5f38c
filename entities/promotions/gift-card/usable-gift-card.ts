import { InvalidData, NotAllowed } from '#entities/errors.ts'

interface UsableGiftCard {
  region_id: string
  is_disabled: boolean
  ends_at?: Date | null | undefined
}

/** @throws NotAllowed if the card is disabled or expired. InvalidData for another region. */
export function assertGiftCardUsable(
  card: UsableGiftCard,
  { now, region_id = card.region_id }: { now: Date; region_id?: string },
): void {
  if (card.is_disabled) throw new NotAllowed('The gift card is disabled').because({ name: 'gift_card_disabled' })
  if (card.region_id !== region_id)
    throw new InvalidData('The gift card cannot be used in the current region').because({
      name: 'gift_card_outside_region',
    })
  if (card.ends_at != null && card.ends_at < now)
    throw new NotAllowed('The gift card is expired').because({ name: 'gift_card_expired' })
}
