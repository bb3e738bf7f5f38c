import type { MoneyApi } from './api.ts'
import type { Product } from './assortment.ts'
import type { Customer } from './customer.ts'
import type { Market } from './market.ts'
import type { OfferedDiscount, SecondOffer } from './offer-discounts.ts'

export interface Basket {
  market: Market
  lines: readonly { product: Product; quantity: number }[]
  offers: readonly OfferedDiscount[]
  second: SecondOffer | null
  cards: readonly { code: string }[]
  customer: Customer | null
}

/** Returns the id of a cart without a payment session. */
export async function fillCart(
  api: MoneyApi,
  { market, lines, offers, second, cards, customer }: Basket,
): Promise<string> {
  const items = lines.map(({ product, quantity }) => ({ variant_id: product.variant, quantity }))
  const { id } = (await api.send('POST', '/store/carts', { region_id: market.id, items })).cart
  const address = {
    ...{ first_name: 'Ada', last_name: 'Byron', address_1: 'Main Street 1', city: 'Town', postal_code: '1000' },
    country_code: market.country,
  }
  await api.send('POST', `/store/carts/${id}`, {
    email: customer?.email ?? 'ada@example.com',
    ...(customer && { rebate: customer.rebate }),
    shipping_address: address,
    billing_address: address,
    discounts: [...offers, ...(second ? [second] : [])].flatMap(({ code, isAutomatic }) =>
      isAutomatic ? [] : [{ code }],
    ),
    gift_cards: cards.map(({ code }) => ({ code })),
  })
  await api.send('POST', `/store/carts/${id}/shipping-methods`, { option_id: market.shipping.id })
  if (customer) {
    const tenders = customer.tenders.map(({ kind, max_amount }) => ({ kind, max_amount }))
    await api.send('POST', `/store/carts/${id}/tenders`, { tenders })
  }
  return id
}
