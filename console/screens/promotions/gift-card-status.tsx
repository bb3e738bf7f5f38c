import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { promotions } from '#console/strings/promotions.ts'

interface Card {
  is_disabled: boolean
  ends_at: Date | null
  balance: number
}

export function GiftCardStatus({ card: { is_disabled, ends_at, balance } }: { card: Card }) {
  const words = promotions.useWords()
  if (is_disabled) return <StatusBadge tone={TONES.validity.disabled} text={words.disabled} />
  if (ends_at && ends_at < new Date()) return <StatusBadge tone={TONES.validity.expired} text={words.expired} />
  if (balance === 0) return <StatusBadge tone={TONES.validity.empty} text={words.empty} />
  return <StatusBadge tone={TONES.validity.active} text={words.active} />
}
