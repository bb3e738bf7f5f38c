import { currentLocale } from '#console/app/language.ts'
import { formatMoney } from '#console/components/money.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, promotions } from '#console/strings/promotions.ts'

interface Validity {
  is_disabled: boolean
  starts_at: Date
  ends_at: Date | null
  usage_limit: number | null
  usage_count: number
}

type Status = 'active' | 'disabled' | 'scheduled' | 'expired' | 'usedUp'

function statusOf({ is_disabled, starts_at, ends_at, usage_limit, usage_count }: Validity, now: Date): Status {
  if (is_disabled) return 'disabled'
  if (ends_at && ends_at < now) return 'expired'
  if (starts_at > now) return 'scheduled'
  if (usage_limit !== null && usage_count >= usage_limit) return 'usedUp'
  return 'active'
}

export function DiscountStatus({ discount }: { discount: Validity }) {
  const words = promotions.useWords()
  const status = statusOf(discount, new Date())
  return <StatusBadge tone={TONES.validity[status]} text={words[status]} />
}

interface Discounted {
  rule?: { type: 'fixed' | 'percentage' | 'free_shipping'; value: number } | null | undefined
  regions?: readonly { currency_code: string }[] | undefined
}

/** A text such as `15 %`, `€5.00` or `Free shipping`. */
export function discountValue({ rule, regions }: Discounted, words: Translation<typeof en>): string {
  if (!rule || rule.type === 'free_shipping') return words.freeShipping
  if (rule.type === 'percentage')
    return new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
      rule.value / 100,
    )
  const currency = regions?.[0]?.currency_code
  return currency ? formatMoney(rule.value, currency) : String(rule.value)
}
