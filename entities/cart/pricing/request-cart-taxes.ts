import type { TaxAnswer } from '#entities/market/tax/tax-answers.ts'
import type { TaxAddress, TaxableLine, TaxableShippingMethod, TaxRequest } from '#entities/market/tax/tax-port.ts'
import type { Shop } from '#entities/shop.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import type { PricedCart } from './price-cart.ts'
import type { CartTaxes } from './price-functions.ts'
import { isTaxable } from './taxable-line.ts'

export type ProvidedCartTaxes = CartTaxes | { error: unknown }

/**
 * Returns the taxes of the cart by the tax provider of its region, or undefined if the cart has nothing to tax or the
 * provider is not installed. `priced` has the rates of the region.
 * @throws ProviderAnswerNeeded
 */
export function findProvidedTaxes(
  cart: CartSnapshot,
  taxes: Shop['taxes'],
  priced: PricedCart,
): ProvidedCartTaxes | undefined {
  const { tax_provider_id } = cart.region
  if (!tax_provider_id) return undefined
  const request = buildTaxRequest(cart, priced)
  if (request.lines.length === 0 && request.shipping_methods.length === 0) return undefined
  const answer = taxes.find(tax_provider_id, request)
  return answer && toCartTaxes(cart, priced, answer)
}

/** The administrator chose the tax of a line without a variant, so the provider does not get the line. */
function toCartTaxes(
  { items, shipping_methods }: CartSnapshot,
  priced: PricedCart,
  answer: TaxAnswer,
): ProvidedCartTaxes {
  if ('error' in answer) return answer
  const { taxes } = answer
  return {
    lines: items.map(
      (line, i) =>
        line.agreed?.tax_lines ?? taxes.get(lineKey(i)) ?? (line.variant ? [] : (priced.lines[i]?.tax_lines ?? [])),
    ),
    shipping_methods: shipping_methods.map((_, i) => taxes.get(methodKey(i)) ?? []),
  }
}

function buildTaxRequest(cart: CartSnapshot, priced: PricedCart): TaxRequest {
  const { region, customer } = cart
  return {
    region_id: region.id,
    tax_code: region.tax_code,
    currency_code: region.currency_code,
    // A run of a mutation that is rolled back may have created the guest.
    customer_id: customer?.has_account ? customer.id : null,
    shipping_address: buildTaxAddress(cart.shipping_address),
    lines: cart.items.flatMap((_, i) => buildTaxableLine(cart, priced, i) ?? []),
    shipping_methods: cart.shipping_methods.map((_, i) => buildTaxableMethod(cart, priced, i)),
  }
}

// A mutation that runs again creates its lines again with other ids, so positions name the lines.
export const lineKey = (position: number) => `line_${position + 1}`
const methodKey = (position: number) => `shipping_${position + 1}`

export function buildTaxAddress(address: Partial<TaxAddress> | null): TaxAddress | null {
  if (!address) return null
  const { company, address_1, address_2, city, province, postal_code, country_code } = address
  return {
    company: company ?? null,
    address_1: address_1 ?? null,
    address_2: address_2 ?? null,
    city: city ?? null,
    province: province ?? null,
    postal_code: postal_code ?? null,
    country_code: country_code ?? null,
  }
}

/** Returns undefined for a line without tax and for a returned line of a swap, whose taxes do not change. */
function buildTaxableLine(
  { items, region }: CartSnapshot,
  priced: PricedCart,
  position: number,
): TaxableLine | undefined {
  const line = items[position]!
  const { variant, agreed, quantity, includes_tax } = line
  if (!variant || agreed || !isTaxable(line, region)) return undefined
  const { total, tax_total } = priced.totals.lines[position]!
  return {
    id: lineKey(position),
    product_id: variant.product_id,
    variant_id: variant.id,
    quantity,
    amount: includes_tax ? total : total - tax_total,
    includes_tax,
    rates: priced.lines[position]!.tax_lines,
  }
}

function buildTaxableMethod(cart: CartSnapshot, priced: PricedCart, position: number): TaxableShippingMethod {
  const { shipping_option_id, includes_tax } = cart.shipping_methods[position]!
  const { total, tax_total } = priced.totals.shipping_methods[position]!
  return {
    id: methodKey(position),
    shipping_option_id,
    amount: includes_tax ? total : total - tax_total,
    includes_tax,
    rates: priced.shipping_methods[position]!.tax_lines,
  }
}
