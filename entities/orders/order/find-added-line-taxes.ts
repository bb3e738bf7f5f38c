import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import type { Market, SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { buildTaxAddress, lineKey } from '#entities/cart/pricing/request-cart-taxes.ts'
import { DomainError } from '#entities/errors.ts'
import { ratesFor, type TaxLine } from '#entities/market/tax/tax.ts'
import type { TaxableLine, TaxRequest } from '#entities/market/tax/tax-port.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { shopOf } from '#entities/shop.ts'
import type { Order } from './order.ts'

export interface AddedLine {
  variant: SellableVariant
  price: { unit_price: number; includes_tax: boolean }
  quantity: number
}

/**
 * Returns the tax lines of items that an order edit or a claim adds, by the tax provider of the region, if any.
 * @throws ProviderAnswerNeeded if an answer of the tax provider is missing. The DomainError of a refusal.
 */
export async function findAddedLineTaxes(
  em: EntityManager,
  order: Row<Order>,
  { market, lines }: { market: Market; lines: readonly AddedLine[] },
): Promise<TaxLine[][]> {
  const taxableLines = lines.map((line, i) => buildTaxableLine(line, market, i))
  const rates = taxableLines.map((line) => [...line.rates])
  const { tax_provider_id } = market.region
  if (!tax_provider_id) return rates
  const answer = shopOf(em).taxes.find(tax_provider_id, await buildRequest(em, order, { market, lines: taxableLines }))
  if (!answer) return rates
  if ('taxes' in answer) return taxableLines.map(({ id }) => answer.taxes.get(id) ?? [])
  if (answer.error instanceof DomainError) throw answer.error
  return rates
}

const buildTaxableLine = (
  { variant, price, quantity }: AddedLine,
  { region }: Market,
  position: number,
): TaxableLine => ({
  id: lineKey(position),
  product_id: variant.product_id,
  variant_id: variant.id,
  quantity,
  amount: price.unit_price * quantity,
  includes_tax: price.includes_tax,
  rates: ratesFor(variant.linked_rates, region.tax_rate),
})

async function buildRequest(
  em: EntityManager,
  { customer_id, shipping_address_id }: Row<Order>,
  { market: { region, currency }, lines }: { market: Market; lines: readonly TaxableLine[] },
): Promise<TaxRequest> {
  const customer = await findRow(em, Customer, { id: customer_id, has_account: true })
  const address = shipping_address_id
    ? await findRow(em, Address, { id: shipping_address_id }, { withDeleted: true })
    : null
  return {
    region_id: region.id,
    tax_code: region.tax_code,
    currency_code: currency.code,
    customer_id: customer?.id ?? null,
    shipping_address: buildTaxAddress(address),
    lines,
    shipping_methods: [],
  }
}
