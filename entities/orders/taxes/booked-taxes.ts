import { type TaxLine, taxesInGross } from '#entities/market/tax/tax.ts'
import { allocate, round, sum } from '#entities/values/money.ts'

/** The goods and the shipping of an order that are subject to one tax, as the tax report sums them up. In minor units. */
export interface BookedTax {
  kind: 'sale' | 'refund'
  /** The country of the shipping address, else of the billing address. */
  country_code: string | null
  /** Null for goods without a tax line. */
  name: string | null
  code: string | null
  /** In percent. */
  rate: number
  is_giftcard: boolean
  /** The price without taxes from which the tax follows. */
  taxable: number
  /** Equals `taxable` for the first tax of the same goods and is 0 for the others, so each price counts once. */
  net: number
  tax: number
}

export interface TaxedPart {
  net: number
  /** In the order of the tax lines. */
  taxes: readonly number[]
  tax_lines: readonly TaxLine[]
  is_giftcard: boolean
}

const UNTAXED = { name: null, code: null, rate: 0 }

/** Sums up the parts of each tax. */
export function bookTaxes(
  { kind, country_code }: Pick<BookedTax, 'kind' | 'country_code'>,
  parts: readonly TaxedPart[],
): BookedTax[] {
  const booked = new Map<string, BookedTax>()
  for (const { net, taxes, tax_lines, is_giftcard } of parts)
    for (const [i, { name, code, rate }] of (tax_lines.length > 0 ? tax_lines : [UNTAXED]).entries()) {
      const key = JSON.stringify([name, code, rate, is_giftcard])
      const before = booked.get(key) ?? { taxable: 0, net: 0, tax: 0 }
      booked.set(key, {
        ...{ kind, country_code, name, code, rate, is_giftcard },
        taxable: before.taxable + net,
        net: before.net + (i === 0 ? net : 0),
        tax: before.tax + (taxes[i] ?? 0),
      })
    }
  return [...booked.values()].filter(({ taxable, net, tax }) => taxable !== 0 || net !== 0 || tax !== 0)
}

const grossOf = ({ net, taxes }: TaxedPart): number => net + sum(taxes)

/** Returns the part of a gross amount of a part. The whole amount has exactly the taxes of the part. */
export function shareOfPart(part: TaxedPart, amount: number): TaxedPart {
  const gross = grossOf(part)
  if (gross <= 0) return untaxedPart(amount)
  const taxes = part.taxes.map((tax) => round((tax * amount) / gross))
  return { ...part, taxes, net: amount - sum(taxes) }
}

/** Splits a gross amount between the parts in proportion to their gross prices. */
export function shareOfParts(parts: readonly TaxedPart[], amount: number): TaxedPart[] {
  if (amount === 0) return []
  const weights = parts.map((part) => Math.max(0, grossOf(part)))
  if (sum(weights) === 0) return [untaxedPart(amount)]
  const shares = allocate(amount, weights)
  return parts.flatMap((part, i) => (weights[i] ? [shareOfPart(part, shares[i] ?? 0)] : []))
}

/** Returns a gross amount with its taxes. */
export function partOfGross(amount: number, tax_lines: readonly TaxLine[]): TaxedPart {
  const taxes = taxesInGross(amount, tax_lines)
  return { net: amount - sum(taxes), taxes, tax_lines, is_giftcard: false }
}

const untaxedPart = (net: number): TaxedPart => ({ net, taxes: [], tax_lines: [], is_giftcard: false })

const textOf = (booked: BookedTax): string => {
  const { kind, country_code, name, code, rate, is_giftcard, taxable, net, tax } = booked
  return JSON.stringify([kind, country_code, name, code, rate, is_giftcard, taxable, net, tax])
}

/** Ignores the order of the taxes. */
export function isSameBooking(a: readonly BookedTax[] | null | undefined, b: readonly BookedTax[]): boolean {
  return a != null && a.map(textOf).sort().join() === b.map(textOf).sort().join()
}
