import type { TaxLine } from '#entities/market/tax/tax.ts'
import { budgetLeft } from '#entities/promotions/discount/budget.ts'
import { type BuyGet, boughtConditions } from '#entities/promotions/discount/buy-get.ts'
import { hasProductConditions, meetsConditions } from '#entities/promotions/discount/conditions.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { CartType } from '../cart/cart.ts'
import type { AdjustmentSnapshot, CartLineSnapshot, CartSnapshot } from '../cart/read-cart.ts'
import { allocateDiscount, canShareDiscount, isFixedTotalDiscount } from './adjustments.ts'
import { findShare, findTermsOfSale, qualifiesAsSold, type SoldLine } from './agreed-terms.ts'
import { type Deal, findDeal } from './buy-get-deal.ts'
import { chooseOffers } from './choose-offers.ts'
import { findShortfall, type Shortfall } from './minimum.ts'
import { NO_PLUGIN_ADJUSTMENTS } from './price-adjustments.ts'

type DiscountableLine = Pick<
  CartLineSnapshot,
  | 'id'
  | 'unit_price'
  | 'quantity'
  | 'includes_tax'
  | 'allow_discounts'
  | 'is_giftcard'
  | 'is_return'
  | 'variant'
  | 'tag_ids'
  | 'agreed'
>

interface Discountable {
  type?: CartType
  items: readonly DiscountableLine[]
  discounts: readonly DiscountSnapshot[]
  region?: { currency_code: string }
  sold_lines?: readonly SoldLine[]
}

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

/** A completed cart has only the discounts that were applied. */
export const hasFreeShipping = (cart: CartSnapshot): boolean =>
  cart.discounts.some(
    (discount) => isFreeShipping(discount) && (cart.completed_at !== null || givesShipping(cart, discount)),
  )

/** Conditions on products need at least one line that meets them. */
export const givesShipping = (cart: Discountable, discount: DiscountSnapshot): boolean =>
  hasMatchingLine(cart, discount) && !findShortfallOf(cart, discount)

const isFreeShipping = ({ rule }: DiscountSnapshot): boolean => rule.type === 'free_shipping'

/** Whether the discount has a line to apply to. Free shipping without conditions on products needs none. */
export const hasMatchingLine = ({ items }: Discountable, discount: DiscountSnapshot): boolean =>
  (isFreeShipping(discount) && !hasProductConditions(discount.conditions)) ||
  items.some(
    (line) =>
      canShareDiscount({ ...line, qualifies: qualifies(line, discount) }) ||
      (discount.rule.buy_get && countsAsBought(line, discount.rule.buy_get)),
  )

/** Returns the rest up to the minimum of the discount, or undefined if the cart reaches it. A swap has the terms of its sale. */
export function findShortfallOf(cart: Discountable, discount: DiscountSnapshot): Shortfall | undefined {
  const { rule } = discount
  if (rule.buy_get) return findDealOf(cart, discount)?.missing
  if (cart.type === 'swap' || (rule.minimum_amount === null && rule.minimum_quantity === null)) return undefined
  return findShortfall(rule, findCountedLines(cart, discount))
}

/** Undefined for another discount than buy X, get Y, and for a swap, which has the terms of its sale. */
export const findDealOf = ({ type, items }: Discountable, discount: DiscountSnapshot): Deal | undefined => {
  const { buy_get } = discount.rule
  if (!buy_get || type === 'swap') return undefined
  return findDeal(
    buy_get,
    items.map((line) => ({
      ...line,
      isBought: countsAsBought(line, buy_get),
      isGotten: canShareDiscount({ ...line, qualifies: qualifies(line, discount) }),
    })),
  )
}

/** Lines that forbid discounts count, too. Gift cards and own lines without a product do not. */
const countsAsBought = (line: DiscountableLine, terms: BuyGet): boolean =>
  !line.is_return && !line.is_giftcard && meetsConditions(productOf(line), boughtConditions(terms))

/** Returns the rule with the value of the highest tier that the cart reaches. */
export function findReachedRule(cart: Discountable, discount: DiscountSnapshot): DiscountSnapshot['rule'] {
  const { rule } = discount
  if (!rule.tiers) return rule
  const lines = findCountedLines(cart, discount)
  const reached = rule.tiers.findLast(
    ({ minimum_amount = null, minimum_quantity = null }) => !findShortfall({ minimum_amount, minimum_quantity }, lines),
  )
  return reached ? { ...rule, value: reached.value } : rule
}

/** The lines that count for a minimum. */
function findCountedLines({ items }: Discountable, discount: DiscountSnapshot): DiscountableLine[] {
  const countsAll = isFreeShipping(discount) && !hasProductConditions(discount.conditions)
  return items.filter((line) =>
    countsAll
      ? !line.is_return && !line.is_giftcard
      : canShareDiscount({ ...line, qualifies: qualifies(line, discount) }),
  )
}

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

function qualifies(line: DiscountableLine, { conditions, rule }: DiscountSnapshot): boolean {
  const { variants } = rule.buy_get ?? {}
  return (!variants || variants.includes(line.variant?.id ?? '')) && meetsConditions(productOf(line), conditions)
}

const productOf = ({ variant, tag_ids }: DiscountableLine) => variant && { ...variant.product, tag_ids }
