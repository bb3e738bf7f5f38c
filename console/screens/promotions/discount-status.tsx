import { formatMoney } from '#console/components/money.tsx'
import { percentText } from '#console/components/percent-text.ts'
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
  parent_discount?: Validity | null | undefined
}

interface Budgeted {
  rule?:
    | { budgets?: readonly { currency_code: string; amount: number; spent: number }[] | null | undefined }
    | null
    | undefined
  regions?: Regions
  parent_discount?: { regions?: Regions } | null | undefined
}

type Regions = readonly { currency_code: string }[] | undefined

/** A dynamic code has the regions of its discount. */
const regionsOf = ({ regions = [], parent_discount }: Pick<Budgeted, 'regions' | 'parent_discount'>) =>
  regions.length > 0 ? regions : (parent_discount?.regions ?? [])

type Status = 'active' | 'disabled' | 'scheduled' | 'expired' | 'usedUp'

function statusOf(discount: Validity, now: Date): Status {
  const { is_disabled, starts_at, ends_at, usage_limit, usage_count, parent_discount } = discount
  if (is_disabled) return 'disabled'
  if (ends_at && ends_at < now) return 'expired'
  if (starts_at > now) return 'scheduled'
  if (usage_limit !== null && usage_count >= usage_limit) return 'usedUp'
  return parent_discount ? statusOf(parent_discount, now) : 'active'
}

/** Whether no currency of the regions has money left. */
function isBudgetSpent(discount: Budgeted): boolean {
  const { budgets } = discount.rule ?? {}
  const spent = budgets?.filter((budget) => budget.spent >= budget.amount).map((one) => one.currency_code) ?? []
  const regions = regionsOf(discount)
  return regions.length > 0 && regions.every(({ currency_code }) => spent.includes(currency_code))
}

export function DiscountStatus({ discount }: { discount: Validity & Budgeted }) {
  const words = promotions.useWords()
  const stored = statusOf(discount, new Date())
  const status = stored === 'active' && isBudgetSpent(discount) ? 'usedUp' : stored
  return <StatusBadge tone={TONES.validity[status]} text={words[status]} />
}

interface DiscountTerms {
  type: 'fixed' | 'percentage' | 'free_shipping'
  value: number
  tiers?: readonly { value: number }[] | null | undefined
  buy_get?: object | null | undefined
}

interface Discounted extends Pick<Budgeted, 'regions' | 'parent_discount'> {
  rule?: DiscountTerms | null | undefined
}

/** A text such as `15% off`, or `Free shipping`. */
export const discountTitle = (discount: Discounted, words: Translation<typeof en>): string =>
  !discount.rule || discount.rule.type === 'free_shipping' || discount.rule.buy_get
    ? discountValue(discount, words)
    : words.off(discountValue(discount, words))

/** A text such as `15%`, `5% – 15%` with tiers, `€5.00` or `Free shipping`. */
export function discountValue(discount: Discounted, words: Translation<typeof en>): string {
  const { rule } = discount
  if (!rule || rule.type === 'free_shipping') return words.freeShipping
  if (rule.buy_get) return words.buyGet
  const currency = regionsOf(discount)[0]?.currency_code
  const textOf = (value: number) => {
    if (rule.type === 'percentage') return percentText(value)
    return currency ? formatMoney(value, currency) : String(value)
  }
  const highest = rule.tiers?.at(-1)
  return highest ? `${textOf(rule.value)} – ${textOf(highest.value)}` : textOf(rule.value)
}
