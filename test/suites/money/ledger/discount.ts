import { type DealTerms, unitsOfDeal } from './deal.ts'
import { roundedShare, total, WHOLE } from './exact.ts'
import { type LineTerms, type Money, netOf, priceLine } from './price.ts'

/** A discount as it was agreed with the customer. `value` of a percentage is hundredths of a percent. */
export interface DiscountTerms {
  type: 'percentage' | 'fixed'
  value: number
  allocation: 'item' | 'total'
  /** The products that it applies to. Null: all products that allow discounts. */
  products: ReadonlySet<string> | null
  /** Set for a discount that only some units get. The sale concludes it, and later steps keep its amount. */
  deal?: DealTerms
}

export interface DiscountedGoods extends LineTerms {
  product: string
  allowsDiscounts: boolean
  /** The part of the rebate that lowers the line, without tax. */
  rebate: number
}

/** The price that a discount lowers, after the rebate. */
export const discountableOf = (goods: DiscountedGoods): number => netOf(goods) - goods.rebate

export const isDiscounted = ({ products }: DiscountTerms, { product, allowsDiscounts }: DiscountedGoods): boolean =>
  allowsDiscounts && (products === null || products.has(product))

/** Whether the lines share one amount. The discount of any other line depends on that line only. */
export const isShared = ({ type, allocation }: DiscountTerms): boolean => type === 'fixed' && allocation === 'total'

/** The discount of a line that depends on this line only. */
export function discountOf(terms: DiscountTerms, line: DiscountedGoods): number {
  if (!isDiscounted(terms, line)) return 0
  const net = discountableOf(line)
  return Math.min(
    net,
    terms.type === 'percentage' ? roundedShare(net, terms.value, WHOLE) : terms.value * line.quantity,
  )
}

/** The discount of each line of a cart. */
export function discountsOfDeal(
  terms: DiscountTerms & { deal: DealTerms },
  lines: readonly DiscountedGoods[],
): number[] {
  const units = unitsOfDeal(
    terms.deal,
    lines.map((line) => ({ ...line, isGotten: isDiscounted(terms, line) })),
  )
  return lines.map((line, i) => {
    const part = roundedShare(discountableOf(line), units[i] ?? 0, line.quantity)
    return roundedShare(part, terms.value, WHOLE)
  })
}

export const isDeal = (terms: DiscountTerms | null): terms is DiscountTerms & { deal: DealTerms } =>
  terms?.deal !== undefined

/** The amount that the lines share. */
export const sharedAmount = (terms: DiscountTerms, lines: readonly DiscountedGoods[]): number =>
  Math.min(terms.value, total(lines.filter((line) => isDiscounted(terms, line)).map(discountableOf)))

/** A percentage of the price before discounts, up to the rest that the first discount leaves. */
export function secondDiscountOf(value: number, goods: DiscountedGoods, first: number): number {
  const net = discountableOf(goods)
  return Math.max(0, Math.min(net - first, roundedShare(net, value, WHOLE)))
}

/** The price of goods with a rebate and a discount. */
export const priceGoods = (goods: DiscountedGoods, discount: number): Money => priceLine(goods, goods.rebate + discount)

/**
 * Problems of a shared discount: the shares are integers, add up to the amount, and each is less than one minor unit away
 * from its exact part.
 */
export function problemsOfShares(
  amount: number,
  shares: readonly { net: number; share: number; isDiscounted: boolean }[],
): string[] {
  const base = total(shares.filter((one) => one.isDiscounted).map(({ net }) => net))
  const sum = total(shares.map(({ share }) => share))
  return [
    ...(sum === amount ? [] : [`The shares of the discount add up to ${sum}, not to ${amount}`]),
    ...shares.flatMap(({ net, share, isDiscounted }) => {
      const exact = isDiscounted && base > 0 ? (amount * net) / base : 0
      return Number.isInteger(share) && Math.abs(share - exact) < 1
        ? []
        : [`The share of a line of ${net} is ${share}. Its part of ${amount} is ${exact}`]
    }),
  ]
}
