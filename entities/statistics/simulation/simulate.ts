import { setImmediate } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type CartSnapshot, readCarts } from '#entities/cart/cart/read-cart.ts'
import { amountGivenBy, type PricedCart, priceAgain } from '#entities/cart/pricing/price-cart.ts'
import { admitsCustomer } from '#entities/promotions/discount/conditions.ts'
import { shopOf } from '#entities/shop.ts'
import { largestChanges } from './largest-changes.ts'
import { countPurchases, type Purchase, type PurchaseRange, readPurchases } from './read-purchases.ts'
import type { SimulatedDiscount } from './simulated-discount.ts'
import { type SimulatedPriceList, withPriceList } from './simulated-price-list.ts'
import { SimulatedSums } from './simulated-sums.ts'

export type SimulatedPromotion = { discount: SimulatedDiscount } | { price_list: SimulatedPriceList }

/** A purchase that costs another amount. The totals include taxes and shipping, before gift cards. */
export interface SimulatedPurchase extends Pick<Purchase, 'type' | 'id' | 'display_id'> {
  currency_code: string
  before: number
  after: number
}

export interface Simulation {
  /** In the period. Of a sample, also orders of other programs without a cart. */
  orders: number
  carts: number
  /** The size of the sample, or all. */
  examined: number
  /** Whether some purchases of the period were not examined. */
  is_sampled: boolean
  sums: ReturnType<SimulatedSums['read']>
  /** The largest changes of each currency, by currency. */
  purchases: SimulatedPurchase[]
}

interface SimulationOptions extends PurchaseRange {
  /** The simulation ends after this time. Default: with the last purchase. */
  maxMilliseconds?: number
  /** Called after each page of purchases. */
  advance?(examined: number, whole: number): Promise<void>
}

/** Other requests of the process wait at most this time for the simulation, in milliseconds. */
const SLICE = 4
const MAX_LISTED = 100

/**
 * Prices the orders and open carts of the last `days` with and without the promotion, by the calculation of the checkout. Changes
 * nothing. Assumes that each buyer that may use the promotion does, in the order of the purchases.
 */
export async function simulate(
  em: EntityManager,
  promotion: SimulatedPromotion,
  { maxMilliseconds = Number.POSITIVE_INFINITY, advance, ...range }: SimulationOptions,
): Promise<Simulation> {
  const end = performance.now() + maxMilliseconds
  const { maxOrders = Number.POSITIVE_INFINITY, maxCarts = Number.POSITIVE_INFINITY } = range
  const counts = await countPurchases(em, range.days)
  const whole = counts.orders + counts.carts
  const replay = new Replay(em, promotion)
  const examined = { order: 0, cart: 0 }
  let isSampled = counts.orders > maxOrders || counts.carts > maxCarts
  for await (const page of readPurchases(em, range)) {
    await replayPage(em, replay, page)
    for (const { type } of page) examined[type]++
    await advance?.(examined.order + examined.cart, whole)
    if (performance.now() < end) continue
    isSampled = true
    break
  }
  return {
    ...(isSampled ? counts : { orders: examined.order, carts: examined.cart }),
    ...{ examined: examined.order + examined.cart, is_sampled: isSampled, ...replay.read() },
  }
}

async function replayPage(em: EntityManager, replay: Replay, page: readonly Purchase[]): Promise<void> {
  const ids = page.map(({ cart_id }) => cart_id)
  const carts = new Map((await readCarts(em, ids)).map((cart) => [cart.id, cart]))
  await setImmediate()
  let begin = performance.now()
  for (const purchase of page) {
    const cart = carts.get(purchase.cart_id)
    if (cart) replay.add(purchase, cart)
    if (performance.now() - begin < SLICE) continue
    await setImmediate()
    begin = performance.now()
  }
}

class Replay {
  readonly #em: EntityManager
  readonly #promotion: SimulatedPromotion
  readonly #sums = new SimulatedSums()
  #changed: SimulatedPurchase[] = []
  readonly #uses = new Map<string, number>()
  #used = 0

  constructor(em: EntityManager, promotion: SimulatedPromotion) {
    this.#em = em
    this.#promotion = promotion
  }

  add(purchase: Purchase, cart: CartSnapshot): void {
    const shop = shopOf(this.#em)
    const { type, id, display_id } = purchase
    const original = { ...cart, discounts: cart.discounts.filter((discount) => !this.#isSimulated(discount)) }
    const before = priceAgain(original, shop)
    const changed = this.#apply(original, purchase)
    const after = changed ? priceAgain(changed, shop) : before
    if (changed) this.#spend(purchase, changed, after)
    const { currency_code } = cart.region
    this.#sums.add({ type, currency_code, cart, before, after })
    if (before.totals.total === after.totals.total) return
    this.#changed.push({
      ...{ type, id, display_id, currency_code },
      before: before.totals.total,
      after: after.totals.total,
    })
    if (this.#changed.length > 10 * MAX_LISTED) this.#changed = largestChanges(this.#changed, MAX_LISTED)
  }

  read(): Pick<Simulation, 'sums' | 'purchases'> {
    return { sums: this.#sums.read(), purchases: largestChanges(this.#changed, MAX_LISTED) }
  }

  #isSimulated({ rule }: CartSnapshot['discounts'][number]): boolean {
    return 'discount' in this.#promotion && rule.id === this.#promotion.discount.rule.id
  }

  /** Returns undefined if the buyer cannot use the promotion. */
  #apply(cart: CartSnapshot, { customer_id, customer_group_ids }: Purchase): CartSnapshot | undefined {
    if ('price_list' in this.#promotion) return withPriceList(cart, this.#promotion.price_list, customer_group_ids)
    const { discount } = this.#promotion
    const { limit_per_customer } = discount.rule
    const isUsable =
      discount.region_ids.includes(cart.region_id) &&
      admitsCustomer(customer_id === null ? null : customer_group_ids, discount.conditions) &&
      (discount.usage_limit === null || this.#used < discount.usage_limit) &&
      (limit_per_customer === null || (this.#uses.get(customer_id ?? '') ?? 0) < limit_per_customer)
    return isUsable ? { ...cart, discounts: [...cart.discounts, discount] } : undefined
  }

  #spend({ customer_id }: Purchase, cart: CartSnapshot, priced: PricedCart): void {
    if (!('discount' in this.#promotion)) return
    const { id, rule } = this.#promotion.discount
    const given = amountGivenBy(id, priced)
    if (given === 0) return
    this.#used++
    if (customer_id) this.#uses.set(customer_id, (this.#uses.get(customer_id) ?? 0) + 1)
    const budget = rule.budgets?.find(({ currency_code }) => currency_code === cart.region.currency_code)
    if (budget) budget.spent += given
  }
}
