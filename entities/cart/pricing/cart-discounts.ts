import type { TaxLine } from '#entities/market/tax/tax.ts'
import { budgetLeft } from '#entities/promotions/discount/budget.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { AdjustmentSnapshot } from '../cart/read-cart.ts'
import { allocateDiscount, isFixedTotalDiscount } from './adjustments.ts'
import { findShare, findTermsOfSale, qualifiesAsSold } from './agreed-terms.ts'
import { chooseOffers } from './choose-offers.ts'
import {
  type Discountable,
  type DiscountableLine,
  findDealOf,
  findReachedRule,
  findShortfallOf,
  qualifies,
} from './eligible-lines.ts'
import { NO_PLUGIN_ADJUSTMENTS } from './price-adjustments.ts'

/**
 * `lineTaxes` and the result are in the order of the lines. Discounts apply to the prices that plugins have adjusted, so
 * the adjustments of plugins come first.
 */
export function computeAdjustments(
  cart: Discountable,
  lineTaxes: TaxLine[][],
  pluginAdjustments = NO_PLUGIN_ADJUSTMENTS,
): AdjustmentSnapshot[][] {
  const { items, discounts } = cart
  const adjustments = new Map<string, AdjustmentSnapshot[]>(
    items.map((line) => [
      line.id,
      line.agreed
        ? buildAgreedAdjustments(line)
        : (pluginAdjustments.get(line.id) ?? []).map((adjustment, i) =>
            buildAdjustment(line.id, i, { ...adjustment, discount_id: null }),
          ),
    ]),
  )
  const discounted = new Map<string, number>()
  const allocateTo = (discount: DiscountSnapshot) => {
    const deal = findDealOf(cart, discount)
    return allocateDiscount(
      findRule(cart, discount),
      items.map((line, i) => ({
        ...line,
        units: deal && (deal.units.get(line.id) ?? 0),
        tax_lines: lineTaxes[i] as TaxLine[],
        adjustments: pluginAdjustments.get(line.id) ?? [],
        discounted: discounted.get(line.id) ?? 0,
        qualifies: qualifiesForSwap(cart, line, discount) ?? qualifies(line, discount),
      })),
    )
  }
  const offers = discounts
    .filter((discount) => !findShortfallOf(cart, discount))
    .map((discount) => ({ discount, shares: allocateTo(discount) }))
    .filter(({ shares, discount }) => shares.length > 0 && sumOfAmounts(shares) <= budgetOf(cart, discount))
  const spent = new Map<string, number>()
  for (const { discount, shares } of cart.type === 'swap' ? offers : chooseOffers(offers)) {
    const given = discounted.size > 0 ? allocateTo(discount) : shares
    // Several codes can share a budget.
    const spentOfRule = (spent.get(discount.rule.id) ?? 0) + sumOfAmounts(given)
    if (spentOfRule > budgetOf(cart, discount)) continue
    spent.set(discount.rule.id, spentOfRule)
    for (const { item_id, amount } of given) {
      const earlier = adjustments.get(item_id)
      const adjustment = { description: 'discount', discount_id: discount.id, plugin: null, amount }
      earlier?.push(buildAdjustment(item_id, earlier.length, adjustment))
      discounted.set(item_id, (discounted.get(item_id) ?? 0) + amount)
    }
  }
  return [...adjustments.values()]
}

/** A swap has the terms of its sale. */
export const budgetOf = ({ type, region }: Discountable, { rule }: DiscountSnapshot): number =>
  type === 'swap' || !region ? Number.POSITIVE_INFINITY : budgetLeft(rule.budgets, region.currency_code)

const buildAgreedAdjustments = ({ id, agreed }: DiscountableLine): AdjustmentSnapshot[] =>
  (agreed?.adjustments ?? []).map((adjustment, i) => ({
    id: `${id.replace('item_', 'lia_')}_${i}`,
    item_id: id,
    description: adjustment.discount_id ? 'discount' : 'rounding, or given back before',
    plugin: null,
    ...adjustment,
    metadata: null,
  }))

/** A swap has the terms of the sale. A fixed discount for the whole order covers only the share of the returned items. */
function findRule(cart: Discountable, discount: DiscountSnapshot): DiscountSnapshot['rule'] {
  const { type, items, sold_lines = [] } = cart
  if (type !== 'swap') return findReachedRule(cart, discount)
  const terms = findTermsOfSale(
    discount,
    sold_lines.map((line) => findShare(line, discount.id)),
  )
  return isFixedTotalDiscount(terms) ? { ...terms, value: sumReturnedShares(items, discount.id) } : terms
}

const sumReturnedShares = (items: readonly DiscountableLine[], id: string): number =>
  0 -
  sumOfAmounts(items.flatMap(({ agreed }) => agreed?.adjustments.filter(({ discount_id }) => discount_id === id) ?? []))

/** The id follows from the line and the position, so that it is the same in each response. Ids sort by position. */
const buildAdjustment = (
  item_id: string,
  position: number,
  adjustment: Omit<AdjustmentSnapshot, 'id' | 'item_id' | 'metadata'>,
): AdjustmentSnapshot => ({
  id: item_id.replace('item_', 'lia_') + (position === 0 ? '' : `_${String(position).padStart(3, '0')}`),
  item_id,
  ...adjustment,
  metadata: null,
})

const qualifiesForSwap = (
  { type, sold_lines = [] }: Discountable,
  { variant }: DiscountableLine,
  { id }: DiscountSnapshot,
): boolean | undefined => (type === 'swap' ? qualifiesAsSold(variant?.product.id, id, sold_lines) : undefined)
