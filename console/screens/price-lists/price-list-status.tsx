import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { priceLists } from '#console/strings/price-lists.ts'

interface Validity {
  status: 'active' | 'draft'
  starts_at: Date | null
  ends_at: Date | null
}

export function PriceListStatus({ list: { status, starts_at, ends_at } }: { list: Validity }) {
  const words = priceLists.useWords()
  const now = new Date()
  if (status === 'draft') return <StatusBadge tone={TONES.validity.draft} text={words.draft} />
  if (ends_at && ends_at < now) return <StatusBadge tone={TONES.validity.ended} text={words.ended} />
  if (starts_at && starts_at > now) return <StatusBadge tone={TONES.validity.scheduled} text={words.scheduled} />
  return <StatusBadge tone={TONES.validity.active} text={words.active} />
}
