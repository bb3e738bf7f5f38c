import type { DryRun } from '#client/index.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/preview.ts'
import { formatMoney } from '../money.tsx'
import { variantName } from '../variants/variant-name.ts'

type Effects = DryRun<unknown>['effects']
type Words = Translation<typeof en>

/** Describes what buyers notice, such as `Mug, Large: €20.00 → €18.00`, and the price of an exchange. */
export const effectLines = ({ prices, discounts, carts, exchanges }: Effects, words: Words): string[] => [
  ...prices.map((price) => priceLine(price, words)),
  ...discounts.flatMap((discount) => discountLine(discount, words)),
  ...carts.flatMap((cart) => cartLines(cart, words)),
  ...exchanges.map(({ difference, currency_code }) => exchangeLine(difference, currency_code, words)),
]

function priceLine(price: Effects['prices'][number], words: Words): string {
  const { product_title, variant_title, region_name, currency_code, customer_group_ids, before, after } = price
  const textOf = (amount: number | null) => (amount === null ? words.none : formatMoney(amount, currency_code))
  const market = region_name ?? currency_code.toUpperCase()
  const buyers = customer_group_ids.length > 0 ? words.marketOfGroups(market) : market
  return words.change(
    words.priceOf(variantName(product_title, variant_title, ', '), buyers),
    textOf(before),
    textOf(after),
  )
}

function discountLine({ code, before, after }: Effects['discounts'][number], words: Words): string[] {
  if (before === after) return []
  if (before === null) return [words.appliesTo(code, after ?? 0)]
  if (after === null) return [words.appliesNoLonger(code, before)]
  return [words.change(words.productsOf(code), String(before), String(after))]
}

function cartLines({ currency_code, before, after }: Effects['carts'][number], words: Words): string[] {
  const count = Math.max(before.carts, after.carts)
  const money = (amount: number) => formatMoney(amount, currency_code)
  const total =
    before.total === after.total
      ? words.cartsKeepTotal(count, money(after.total))
      : words.change(words.cartTotals(count), money(before.total), money(after.total))
  if (after.refused > before.refused) return [total, words.refusedCarts(after.refused)]
  return after.refused < before.refused ? [total, words.acceptedCarts(before.refused - after.refused)] : [total]
}

/** The difference of an exchange whose shipping is not chosen yet. */
export function exchangeLine(difference: number, currency: string, words: Words): string {
  if (difference === 0) return words.exchangeEven
  const text = formatMoney(Math.abs(difference), currency)
  return difference < 0 ? words.exchangeCredit(text) : words.exchangeDifference(text)
}
