import type { EntityManager } from '@mikro-orm/postgresql'
import { type PromotedCarts, readPromotedCarts } from '#entities/cart/cart/read-promoted-carts.ts'
import { type BuyerPrice, readBuyerPrices } from '#entities/catalogue/price-list/read-buyer-prices.ts'
import { readSwapDifferences, type SwapDifference } from '#entities/orders/swap/read-swap-differences.ts'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import {
  countDiscountedProducts,
  type DiscountedProducts,
} from '#entities/promotions/discount/count-discounted-products.ts'
import { type EffectScope, findEffectScope } from './effect-scope.ts'

/** A value before and after the operation. */
interface Comparison<Value> {
  before: Value
  after: Value
}

export type PriceEffect = Omit<BuyerPrice, 'amount'> & Comparison<number | null>
export type DiscountEffect = Pick<DiscountedProducts, 'discount_id' | 'code'> & Comparison<number | null>
export type CartEffect = Pick<PromotedCarts, 'currency_code'> &
  Comparison<Pick<PromotedCarts, 'carts' | 'total' | 'refused'>>

export interface Effects {
  /** Prices for one unit that buyers of the price lists pay. Prices that stay the same are not included. */
  prices: PriceEffect[]
  /** Number of products to which each changed discount applies. Null for free shipping and for a discount that does not exist. */
  discounts: DiscountEffect[]
  /** Open carts with the changed discounts or gift cards, at most the 100 newest, by currency. */
  carts: CartEffect[]
  /** The new exchanges, with the difference to pay. */
  exchanges: SwapDifference[]
}

interface State {
  prices: BuyerPrice[]
  discounts: DiscountedProducts[]
  carts: PromotedCarts[]
}

/** Reads the state after the changes. The returned function reads the state before them, after their rollback. */
export async function watchEffects(
  em: EntityManager,
  changes: readonly Change[],
): Promise<(em: EntityManager) => Promise<Effects>> {
  const scope = await findEffectScope(em, changes)
  const after = await readState(em, scope)
  const exchanges = scope.newSwapIds.length > 0 ? await readSwapDifferences(em, scope.newSwapIds) : []
  return async (rolledBack) => ({ ...compare(await readState(rolledBack, scope), after), exchanges })
}

async function readState(
  em: EntityManager,
  { markets, customer_group_ids, discountIds, giftCardIds }: EffectScope,
): Promise<State> {
  const buyers = customer_group_ids.length > 0 ? [[], customer_group_ids] : [[]]
  const prices: BuyerPrice[] = []
  if (markets.length > 0) for (const groups of buyers) prices.push(...(await readBuyerPrices(em, markets, groups)))
  return {
    prices,
    discounts: discountIds.length > 0 ? await countDiscountedProducts(em, discountIds) : [],
    carts: discountIds.length + giftCardIds.length > 0 ? await readPromotedCarts(em, discountIds, giftCardIds) : [],
  }
}

function compare(before: State, after: State): Omit<Effects, 'exchanges'> {
  return {
    prices: pairs(before.prices, after.prices, marketOf)
      .map(([was, is]) => {
        const { amount: _, ...price } = (is ?? was) as BuyerPrice
        return { ...price, before: was?.amount ?? null, after: is?.amount ?? null }
      })
      .filter((price) => price.before !== price.after),
    discounts: pairs(before.discounts, after.discounts, ({ discount_id }) => discount_id).map(([was, is]) => {
      const { discount_id, code } = (is ?? was) as DiscountedProducts
      return { discount_id, code, before: was?.products ?? null, after: is?.products ?? null }
    }),
    carts: pairs(before.carts, after.carts, ({ currency_code }) => currency_code).map(([was, is]) => {
      const { currency_code } = (is ?? was) as PromotedCarts
      return { currency_code, before: sumsOf(was), after: sumsOf(is) }
    }),
  }
}

const marketOf = ({ variant_id, currency_code, region_id, customer_group_ids }: BuyerPrice) =>
  [variant_id, region_id ?? currency_code, customer_group_ids.length].join(' ')

const sumsOf = (
  { carts, total, refused }: Omit<PromotedCarts, 'currency_code'> = { carts: 0, total: 0, refused: 0 },
) => ({
  carts,
  total,
  refused,
})

/** Pairs the rows of two lists by their key. At least one row of each pair exists. */
function pairs<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string) {
  const first = new Map(before.map((row) => [keyOf(row), row]))
  const second = new Map(after.map((row) => [keyOf(row), row]))
  return [...new Set([...first.keys(), ...second.keys()])].map((key) => [first.get(key), second.get(key)] as const)
}
