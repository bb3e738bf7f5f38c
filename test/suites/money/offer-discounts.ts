import type { MoneyApi } from './api.ts'
import type { Product } from './assortment.ts'
import type { DealTerms } from './ledger/deal.ts'
import type { DiscountTerms } from './ledger/discount.ts'
import { type Minimum, NO_MINIMUM } from './ledger/minimum.ts'
import type { Market } from './market.ts'
import type { SoldDiscount } from './play.ts'
import type { Random } from './random.ts'

/** Combines with the first discount, and does not change later. */
export interface SecondOffer {
  id: string
  code: string
  isAutomatic: boolean
  /** Hundredths of a percent. */
  value: number
  /** In minor units. Null: no budget. */
  budget: number | null
  description: string
}

export interface OfferedDiscount extends SoldDiscount {
  code: string
  description: string
}

interface Offer {
  market: Market
  products: readonly Product[]
  bought: readonly Product[]
  random: Random
  /** Whether a second discount combines with the first one. */
  isCombinable: boolean
}

let codes = 0

/** Creates at most one discount on goods, and free shipping in some sequences. */
export async function offerDiscounts(api: MoneyApi, offer: Offer): Promise<OfferedDiscount[]> {
  const { random } = offer
  const discounts: OfferedDiscount[] = []
  if (random.chance(15)) discounts.push(await createDiscount(api, offer, null))
  const terms = random.chance(70) ? randomTerms(offer) : null
  if (terms) discounts.push(await createDiscount(api, offer, terms))
  return discounts
}

/** A percentage that combines with the first discount. */
export async function offerSecond(
  api: MoneyApi,
  { market, products, random }: Omit<Offer, 'bought' | 'isCombinable'>,
): Promise<SecondOffer> {
  const code = `SECOND${process.pid}X${++codes}`
  const value = random.pick([500, 1000, random.integer(1, 5000)])
  const isAutomatic = random.chance(40)
  const budget = random.chance(40) ? random.pick([1, random.integer(1, 2000), 1_000_000]) : null
  const rule = {
    ...{ type: 'percentage', value: value / 100, allocation: 'total', is_combinable: true },
    conditions: [{ operator: 'in', products: products.map(({ id }) => id) }],
    budgets: budget && [{ currency_code: market.currency, amount: budget }],
  }
  const body = { code, rule, regions: [market.id], is_automatic: isAutomatic }
  const { discount } = await api.send('POST', '/admin/discounts', body)
  const description = `second ${isAutomatic ? 'automatic discount' : 'code'} of ${value / 100} %${budget === null ? '' : ` with a budget of ${budget}`}`
  return { id: discount.id, code, isAutomatic, value, budget, description }
}

/** Some units of any product, or of one of them, for units that are bought. */
function randomDeal(random: Random, bought: readonly Product[]): DealTerms {
  const product = random.chance(50) ? random.pick(bought) : null
  return {
    ...{ buy: random.integer(1, 4), get: random.integer(1, 3) },
    uses: random.chance(40) ? random.integer(1, 3) : null,
    bought: product && new Set([product.id]),
  }
}

function randomTerms({ bought, random, isCombinable }: Offer): DiscountTerms | null {
  const discountable = bought.filter(({ allowsDiscounts }) => allowsDiscounts)
  if (discountable.length === 0) return null
  const chosen = random.chance(35) ? [random.pick(discountable)] : null
  const amount = random.pick([
    { type: 'percentage', value: random.pick([1000, 1250, 3333, 5000, random.integer(1, 9999), 10_000]) },
    { type: 'fixed', value: random.pick([1, 100, random.integer(2, 3000)]) },
  ] as const)
  const allocation = random.pick(['item', 'total'] as const)
  const products = chosen && new Set(chosen.map(({ id }) => id))
  const most = isCombinable ? 5000 : 10_000
  if (random.chance(30)) {
    const value = random.pick([most, most, 5000, random.integer(1, most)])
    return { ...{ type: 'percentage', value, allocation, products }, deal: randomDeal(random, bought) }
  }
  if (isCombinable) return { type: 'percentage', value: random.integer(1, most), allocation, products }
  return { ...amount, allocation, products }
}

async function createDiscount(
  api: MoneyApi,
  { market, products, random, isCombinable }: Offer,
  terms: DiscountTerms | null,
) {
  const code = `CODE${process.pid}X${++codes}`
  const isDynamic = random.chance(25)
  const isAutomatic = !isDynamic && random.chance(25)
  const rule = terms
    ? {
        type: terms.type,
        value: terms.type === 'percentage' ? terms.value / 100 : terms.value,
        allocation: terms.allocation,
      }
    : { type: 'free_shipping', value: 0, allocation: 'total' }
  const { deal } = terms ?? {}
  const minimum = !deal && random.chance(30) ? randomMinimum(random) : NO_MINIMUM
  const tier = terms && !deal && !isCombinable && random.chance(25) ? randomTier(random, terms, minimum) : null
  const isExclusion = random.chance(40)
  // Other carts of the region have other products.
  const chosen = terms?.products ?? (isAutomatic ? new Set(products.map(({ id }) => id)) : null)
  const conditions = chosen ? [conditionOf(products, chosen, isExclusion && !isAutomatic)] : []
  const body = {
    code,
    rule: {
      ...rule,
      conditions,
      ...minimumOf(minimum),
      tiers: tier && terms && [tierOf(tier, terms)],
      ...extrasOf(deal, isCombinable),
    },
    regions: [market.id],
    is_dynamic: isDynamic,
    is_automatic: isAutomatic,
  }
  const { discount } = await api.send('POST', '/admin/discounts', body)
  const owner = {
    ...{ ruleOwner: discount.id, rule: discount.rule.id, terms, minimum, tier, isAutomatic },
    ...(isAutomatic && !terms ? { shippedAtPrice: new Set<string>() } : {}),
  }
  const deals = deal
    ? `, buy ${deal.buy} get ${deal.get}${deal.uses === null ? '' : ` at most ${deal.uses} times`}${deal.bought ? ` for ${products.find(({ id }) => deal.bought?.has(id))?.label}` : ''}`
    : ''
  const tiers = tier ? `, ${tier.value} from ${tier.minimum.amount}` : ''
  const description =
    describe(terms, {
      ...{ products, minimum },
      use: isAutomatic ? 'automatic discount' : isDynamic ? 'dynamic code' : 'code',
    }) +
    tiers +
    deals
  if (!isDynamic) return { ...owner, id: discount.id, code, description }
  const child = { code: `${code}D`, usage_limit: 1 }
  const { id } = (await api.send('POST', `/admin/discounts/${discount.id}/dynamic-codes`, child)).discount
  return { ...owner, id, code: child.code, description }
}

const extrasOf = (deal: DealTerms | undefined, isCombinable: boolean) => ({
  is_combinable: isCombinable,
  ...(deal && {
    buy_get: {
      ...{ buy_quantity: deal.buy, get_quantity: deal.get, max_uses: deal.uses },
      ...(deal.bought && { products: [...deal.bought] }),
    },
  }),
})

const randomMinimum = (random: Random): Minimum =>
  random.pick([
    { amount: random.pick([1, random.integer(100, 3000), random.integer(1, 50_000)]), quantity: 0 },
    { amount: 0, quantity: random.integer(1, 12) },
    { amount: random.integer(1, 9999), quantity: random.integer(1, 5) },
  ])

const randomTier = (random: Random, { type, value }: DiscountTerms, minimum: Minimum): OfferedDiscount['tier'] =>
  type === 'percentage' && value >= 10_000
    ? null
    : {
        minimum: { amount: minimum.amount + random.integer(1, 9999), quantity: minimum.quantity },
        value: type === 'percentage' ? random.integer(value + 1, 10_000) : value + random.integer(1, 999),
      }

const tierOf = ({ minimum, value }: NonNullable<OfferedDiscount['tier']>, { type }: DiscountTerms) => ({
  ...minimumOf(minimum),
  value: type === 'percentage' ? value / 100 : value,
})

const minimumOf = ({ amount, quantity }: Minimum) => ({
  minimum_amount: amount || null,
  minimum_quantity: quantity || null,
})

/** `in` names the products of the discount, `not_in` the other ones, if there are any. */
function conditionOf(products: readonly Product[], wanted: ReadonlySet<string>, isExclusion: boolean) {
  const others = products.filter(({ id }) => !wanted.has(id)).map(({ id }) => id)
  return isExclusion && others.length > 0
    ? { operator: 'not_in', products: others }
    : { operator: 'in', products: [...wanted] }
}

function describe(
  terms: DiscountTerms | null,
  { products, use, minimum }: { products: readonly Product[]; use: string; minimum: Minimum },
) {
  const from = minimum === NO_MINIMUM ? '' : ` from ${minimum.amount} and ${minimum.quantity} units`
  const kind = `${use}${from}`
  if (!terms) return `${kind} of free shipping`
  const labels = products.filter(({ id }) => terms.products?.has(id)).map(({ label }) => label)
  const value = terms.type === 'percentage' ? `${terms.value / 100} %` : terms.value
  return `${kind} of ${terms.type} ${value} by ${terms.allocation}${terms.products ? ` on ${labels.join()}` : ''}`
}
