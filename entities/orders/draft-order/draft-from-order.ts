import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, type Row } from '#database/rows.ts'
import type { OwnTax } from '#entities/cart/line-item/cart-lines.ts'
import { REGION_RATE } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { type Assortment, priceVariant, readAssortment } from '#entities/cart/line-item/sellable-variants.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { isCovered } from '#entities/catalogue/product/stock.ts'
import { NotFound } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { Address } from '#entities/people/customer/address.ts'
import { addressParts } from '#entities/people/customer/address-input.ts'
import { Order } from '../order/order.ts'
import { createDraftOrder } from './create-draft-order.ts'
import type { DraftLineInput } from './draft-lines.ts'
import type { DraftOrder } from './draft-order.ts'

export const COPIED_PRICES = ['current', 'agreed'] as const

export interface OrderCopy {
  order_id: string
  /** `current`: the prices of today. `agreed`: the unit prices and the shipping price of the order. */
  prices: (typeof COPIED_PRICES)[number]
}

export const OMITTED_REASONS = ['not_sold', 'no_price', 'out_of_stock'] as const

/** A line of the order that the draft order lacks. */
export interface OmittedLine {
  title: string
  quantity: number
  reason: (typeof OMITTED_REASONS)[number]
}

/**
 * Creates a draft order with the customer, the addresses, the lines and the shipping of an order. Discounts, gift cards and payments are
 * not copied. Goods that are not sold any longer are omitted, and so is a deleted shipping option.
 * @throws NotFound
 */
export async function draftFromOrder(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, prices }: OrderCopy,
): Promise<{ draft: Row<DraftOrder>; omitted: OmittedLine[] }> {
  const order = await findRow(em, Order, { id: order_id })
  if (!order) throw new NotFound(`Order with id: ${order_id} was not found`)
  const lines = (await findRows(em, LineItem, { order_id })).filter(({ is_return }) => !is_return)
  const ids = lines.flatMap(({ variant_id }) => variant_id ?? [])
  const { region_id, customer_id, email } = order
  const assortment = await readAssortment(em, ids, { region_id, customer_id, is_shop: true })
  const rates = lines.some(({ tax_rate_id }) => tax_rate_id) ? await findRows(em, TaxRate, { region_id }) : []
  const omitted = lines.flatMap((line) => omissionOf(line, { assortment, prices, lines }) ?? [])
  const draft = await createDraftOrder(em, providers, {
    ...{ region_id, customer_id, email },
    items: lines
      .filter((line) => !omissionOf(line, { assortment, prices, lines }))
      .map((line) =>
        line.variant_id ? copyOf(line, prices) : { ...copyOf(line, 'agreed'), ...ownTaxOf(line, rates) },
      ),
    shipping_methods: await findShipping(em, order, prices),
    billing_address: await findAddress(em, order.billing_address_id),
    shipping_address: await findAddress(em, order.shipping_address_id),
  })
  return { draft, omitted }
}

interface CopyContext {
  assortment: Assortment
  prices: OrderCopy['prices']
  lines: readonly Row<LineItem>[]
}

function omissionOf(
  { variant_id, title, quantity }: Row<LineItem>,
  { assortment, prices, lines }: CopyContext,
): OmittedLine | undefined {
  if (!variant_id) return undefined
  const variant = assortment.variants.get(variant_id)
  if (!variant?.is_offered) return { title, quantity, reason: 'not_sold' }
  const total = lines.reduce((sum, line) => sum + (line.variant_id === variant_id ? line.quantity : 0), 0)
  if (!isCovered(variant, total)) return { title, quantity, reason: 'out_of_stock' }
  const hasPrice = prices === 'agreed' || priceVariant(variant, assortment.market, quantity).calculated_price !== null
  return hasPrice ? undefined : { title, quantity, reason: 'no_price' }
}

const copyOf = (
  { variant_id, title, quantity, unit_price, metadata }: Row<LineItem>,
  prices: OrderCopy['prices'],
): DraftLineInput => ({
  ...{ variant_id, title, quantity, metadata },
  unit_price: prices === 'current' ? null : unit_price,
})

/** A deleted tax rate becomes the rate of the region, as for products. */
const ownTaxOf = ({ tax_rate_id, includes_tax }: Row<LineItem>, rates: readonly { id: string }[]): OwnTax => ({
  tax_rate_id: tax_rate_id && (rates.some(({ id }) => id === tax_rate_id) ? tax_rate_id : REGION_RATE),
  includes_tax,
})

async function findShipping(em: EntityManager, { id: order_id, region_id }: Row<Order>, prices: OrderCopy['prices']) {
  const methods = await findRows(em, ShippingMethod, { order_id })
  const usable = await Promise.all(
    methods.map(async ({ shipping_option_id, price, data }) => {
      const option = await findRow(em, ShippingOption, { id: shipping_option_id })
      const isUsable = option && !option.is_return && option.region_id === region_id
      return isUsable ? [{ option_id: option.id, data, price: prices === 'agreed' ? price : null }] : []
    }),
  )
  return usable.flat()
}

async function findAddress(em: EntityManager, id: string | null | undefined) {
  const address = id ? await findRow(em, Address, { id }, { withDeleted: true }) : null
  return address && addressParts(address)
}
