import { sumOfAmounts } from '#entities/values/money.ts'
import type { Adjustment } from './adjustments.ts'

/** A discount that lowers the price of some lines, and its shares if it were the only one. */
export interface Offer<Discount extends CombinableDiscount> {
  discount: Discount
  shares: readonly Adjustment[]
}

export interface CombinableDiscount {
  rule: { is_combinable: boolean; priority: number }
}

/**
 * Returns the offers that a cart gets, in their order. Either all combinable offers apply, or one other offer. The highest
 * priority decides, and with equal priority the larger saving.
 */
export function chooseOffers<Discount extends CombinableDiscount>(
  offers: readonly Offer<Discount>[],
): readonly Offer<Discount>[] {
  if (offers.length < 2) return offers
  const combinable = offers.filter(({ discount }) => discount.rule.is_combinable)
  const single = offers.filter(({ discount }) => !discount.rule.is_combinable).map((offer) => [offer])
  const choices = combinable.length > 0 ? [combinable, ...single] : single
  const [best = []] = choices.toSorted(
    (one, other) => priorityOf(other) - priorityOf(one) || savingOf(other) - savingOf(one),
  )
  return best.toSorted((one, other) => priorityOf([other]) - priorityOf([one]))
}

const priorityOf = (offers: readonly Offer<CombinableDiscount>[]): number =>
  Math.max(...offers.map(({ discount }) => discount.rule.priority))

const savingOf = (offers: readonly Offer<CombinableDiscount>[]): number =>
  offers.reduce((saving, { shares }) => saving + sumOfAmounts(shares), 0)
