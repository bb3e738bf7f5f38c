import type { Cart, Collection, Customer, Order, Product, Variant } from '../api.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { priceRangeOf } from '../catalogue/prices.ts'
import { readProduct } from '../catalogue/read-product.ts'
import { readCards } from '../catalogue/read-products.ts'
import type { Visit } from '../site/visit.ts'

/** Rows of the shop and of the visitor. Components show them as they are, and changed. */
export interface Samples {
  visit: Visit
  /** Undefined: the catalogue is empty. */
  product: Product | undefined
  cards: readonly Product[]
  collections: readonly Collection[]
  /** Null: the visitor has an empty cart. */
  cart: Cart | null
  /** Undefined: the visitor is no customer with a login. */
  customer: Customer | undefined
  orders: Awaited<ReturnType<Visit['store']['customers']['listOrders']>>['orders']
  /** Undefined: the customer has no order. */
  order: Order | undefined
}

const CARDS = 8

export async function readSamples(visit: Visit): Promise<Samples> {
  const { store } = visit
  const { products: cards } = await readCards(visit, { limit: CARDS })
  const card = cards.find((one) => (one.variants?.length ?? 0) > 1 && priceRangeOf(visit, one)) ?? cards[0]
  const { collections } = await store.collections.list({ limit: 2 })
  const customer = visit.isLoggedIn ? (await store.customers.get()).customer : undefined
  const orders = customer ? (await store.customers.listOrders({ limit: 3 })).orders : []
  const [last] = orders
  return {
    ...{ visit, cards, collections, customer, orders, cart: await maybeCart(visit) },
    product: card?.handle ? await readProduct(visit, card.handle) : undefined,
    order: last && (await store.orders.get({ id: last.id })).order,
  }
}

const LONG = 'Handgefertigte Donaudampfschifffahrtsgesellschaftskapitänsmütze aus Schurwolle, extra lang, mit Futter'

export const longText = (count = 1): string => Array.from({ length: count }, () => LONG).join(' ')

const changed = (product: Product, change: (variant: Variant) => Partial<Variant>): Product => ({
  ...product,
  variants: (product.variants ?? []).map((variant) => ({ ...variant, ...change(variant) })),
})

export const soldOut = (product: Product): Product =>
  changed(product, () => ({
    ...{ purchasable: false, allow_backorder: false, manage_inventory: true, inventory_quantity: 0 },
  }))

export const unpriced = (product: Product): Product =>
  changed(product, () => ({ calculated_price: null, calculated_price_incl_tax: null }))

/** A reduced product with the lowest price of 30 days. */
export const onSale = (product: Product): Product =>
  changed(product, ({ calculated_price, calculated_price_incl_tax }) => ({
    original_price: (calculated_price ?? 1000) * 2,
    original_price_incl_tax: (calculated_price_incl_tax ?? calculated_price ?? 1000) * 2,
  }))

export const withLongTexts = (product: Product): Product => ({
  ...product,
  ...{ title: longText(), subtitle: longText(), description: `${longText(4)}\n\n${longText(4)}` },
})

/** A product with reviews. */
export const rated = (product: Product): Product => ({ ...product, ...{ rating: 4.3, review_count: 12 } })

export const withoutPicture = (product: Product): Product => ({ ...product, thumbnail: null, images: [] })

export const withOneVariant = (product: Product): Product => ({
  ...product,
  variants: (product.variants ?? []).slice(0, 1),
})
