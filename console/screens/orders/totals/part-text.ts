import { currencyDecimals } from '#client/currency-decimals.ts'
import { currentLocale } from '#console/app/language.ts'
import { formatMoney } from '#console/components/money.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { useProviderName } from '#console/components/use-provider-name.ts'
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
  const words = totals.useWords()
  const names = orders.useWords()
  const providerName = useProviderName()
  const reasonOf = (reason: string) => {
    const known = REASONS.find((name) => name === reason)
    return known ? names[`reason_${known}`] : reason
  }
  const money = (amount: number) => formatMoney(amount, currency)
  const rateOf = (rate: number, base: number) => words.rateOf(percentText(rate), money(Math.round(base)))
  return {
    nameOf(part) {
      switch (part.kind) {
        case 'line':
          return part.title
        case 'shipping_method':
          return part.name
        case 'adjustment':
          return part.code ? words.adjustmentCode(part.code) : words.adjustment
        case 'price_adjustment':
          return part.description || words.price_adjustment
        case 'free_shipping':
          return `${words.free_shipping} ${part.code}`
        case 'tax':
        case 'contained_tax':
          return `${words[part.kind]} ${part.name}`
        case 'gift_card':
          return part.code ? `${words.gift_card} ${part.code}` : words.gift_card
        default:
          return words[part.kind]
      }
    },
    noteOf(part) {
      switch (part.kind) {
        case 'price':
          return words.times(part.quantity, money(part.unit_price))
        case 'tax':
        case 'contained_tax':
          return join(', ', rateOf(part.rate, part.base), exactNote(part.exact_amount, part.amount))
        case 'adjustment':
          return exactNote(part.exact_amount, part.amount)
        case 'gift_card_tax':
          return rateOf(part.rate, part.base)
        case 'payment':
          return providerName(part.provider_id)
        case 'refund':
          return join(' · ', reasonOf(part.reason), part.note)
        default:
          return undefined
      }
    },
  }

  /** States the amount before rounding, if rounding has changed it. */
  function exactNote(exact: number, amount: number): string | undefined {
    if (Math.abs(Math.abs(exact) - Math.abs(amount)) < 1e-6) return undefined
    const unit = 10 ** currencyDecimals(currency)
    return words.exact((Math.abs(exact) / unit).toLocaleString(currentLocale(), { maximumFractionDigits: 6 }))
  }
}

const join = (separator: string, ...texts: (string | null | undefined)[]): string =>
  texts.filter(Boolean).join(separator)
