import { currentLocale } from '#console/app/language.ts'
import { formatMoney } from '#console/components/money.tsx'
import { decimalsOf } from '#console/components/money-text.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { orders } from '#console/strings/orders.ts'
import { totals } from '#console/strings/totals.ts'
import type { Part } from './explained-total.tsx'

interface PartText {
  nameOf(part: Part): string
  /** How the amount of a part follows from other numbers, such as `19% of €10.00`. */
  noteOf(part: Part): string | undefined
}

const REASONS = ['discount', 'return', 'swap', 'claim', 'other'] as const

export function usePartText(currency: string): PartText {
  const words = useStrings(totals)
  const names = useStrings(orders)
  const reasonOf = (reason: string) => {
    const known = REASONS.find((name) => name === reason)
    return known ? names[`reason_${known}`] : reason
  }
  const money = (amount: number) => formatMoney(amount, currency)
  const rateOf = (rate: number, base: number) => words.rateOf(formatRate(rate), money(Math.round(base)))
  return {
    nameOf(part) {
      if (part.kind === 'line') return part.title
      if (part.kind === 'shipping_method') return part.name
      if (part.kind === 'adjustment') return part.code ? words.adjustmentCode(part.code) : words.adjustment
      if (part.kind === 'price_adjustment') return part.description || words.price_adjustment
      if (part.kind === 'free_shipping') return `${words.free_shipping} ${part.code}`
      if (part.kind === 'tax' || part.kind === 'contained_tax') return `${words[part.kind]} ${part.name}`
      if (part.kind === 'gift_card') return part.code ? `${words.gift_card} ${part.code}` : words.gift_card
      return words[part.kind]
    },
    noteOf(part) {
      if (part.kind === 'price') return words.times(part.quantity, money(part.unit_price))
      if (part.kind === 'tax' || part.kind === 'contained_tax')
        return [rateOf(part.rate, part.base), exactNote(part.exact_amount, part.amount)].filter(Boolean).join(', ')
      if (part.kind === 'adjustment') return exactNote(-Math.abs(part.exact_amount), part.amount)
      if (part.kind === 'gift_card_tax') return rateOf(part.rate, part.base)
      if (part.kind === 'payment') return part.provider_id
      if (part.kind === 'refund') return [reasonOf(part.reason), part.note].filter(Boolean).join(' · ')
      return undefined
    },
  }

  /** States the amount before rounding, if rounding has changed it. */
  function exactNote(exact: number, amount: number): string | undefined {
    if (Math.abs(Math.abs(exact) - Math.abs(amount)) < 1e-6) return undefined
    const unit = 10 ** decimalsOf(currency)
    return words.exact((Math.abs(exact) / unit).toLocaleString(currentLocale(), { maximumFractionDigits: 6 }))
  }
}

const formatRate = (rate: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 3 }).format(rate / 100)
