import { type BuyGet, boughtConditions } from '#entities/promotions/discount/buy-get.ts'
import { hasProductConditions, meetsConditions } from '#entities/promotions/discount/conditions.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import type { CartType } from '../cart/cart.ts'
import type { CartLineSnapshot } from '../cart/read-cart.ts'
import { canShareDiscount } from './adjustments.ts'
import type { SoldLine } from './agreed-terms.ts'
import { type Deal, findDeal } from './buy-get-deal.ts'
import { findShortfall, type Shortfall } from './minimum.ts'

/* Which lines a discount counts and applies to. */

export type DiscountableLine = Pick<
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

export interface Discountable {
  type?: CartType
  items: readonly DiscountableLine[]
  discounts: readonly DiscountSnapshot[]
  region?: { currency_code: string }
  sold_lines?: readonly SoldLine[]
}

/** Conditions on products need at least one line that meets them. */
export const givesShipping = (cart: Discountable, discount: DiscountSnapshot): boolean =>
  hasMatchingLine(cart, discount) && !findShortfallOf(cart, discount)

export const isFreeShipping = ({ rule }: DiscountSnapshot): boolean => rule.type === 'free_shipping'

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

export function qualifies(line: DiscountableLine, { conditions, rule }: DiscountSnapshot): boolean {
  const { variants } = rule.buy_get ?? {}
  return (!variants || variants.includes(line.variant?.id ?? '')) && meetsConditions(productOf(line), conditions)
}

const productOf = ({ variant, tag_ids }: DiscountableLine) => variant && { ...variant.product, tag_ids }
