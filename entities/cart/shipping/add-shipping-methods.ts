import type { EntityManager } from '@mikro-orm/postgresql'
import { jsonListSql } from '#database/json-rows.ts'
import { findRows, insertRow, type Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { FulfillmentData, FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { type LinkedRate, ratesFor, type TaxLine } from '#entities/market/tax/tax.ts'
import { computeShippingTotals } from '../pricing/shipping-totals.ts'
import { findFulfillmentProvider } from './choose-shipping.ts'
import { requestShippingPrice } from './request-shipping-price.ts'
import { ShippingMethod } from './shipping-method.ts'
import { ShippingMethodTaxLine } from './shipping-method-tax-line.ts'
import { requireUsableOption } from './usable-option.ts'

export interface ShippingMethodInput {
  option_id: string
  price?: number | null | undefined
  data?: FulfillmentData | null | undefined
  isByCustomer?: boolean | undefined
}

/** A claim or a return that needs shipping. The price of an option can depend on the `subtotal` of the goods. */
export interface ShippingTarget {
  owner: { claim_order_id: string } | { return_id: string }
  region_id: string
  goods: { id: string; subtotal: number }
}

export interface AddedMethod {
  method: Row<ShippingMethod>
  option: Row<ShippingOption>
  tax_lines: readonly TaxLine[]
  /** In minor units, with tax. */
  total: number
}

export async function addShippingMethods(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, region_id, goods, methods }: ShippingTarget & { methods: readonly ShippingMethodInput[] },
): Promise<AddedMethod[]> {
  if (methods.length === 0) return []
  const ids = methods.map(({ option_id }) => option_id)
  const options = await findRows(em, ShippingOption, { id: ids })
  const is_return = 'return_id' in owner
  const taxes = await readOptionTaxRates(em, ids)
  const usableMethods = methods.map((input) => ({
    input,
    option: requireUsableOption(options, { ...input, region_id, is_return }),
  }))
  const pricedMethods = await Promise.all(
    usableMethods.map(async ({ input, option }) => ({
      option,
      ...(await priceMethod(providers, option, { ...input, goods })),
    })),
  )
  const addedMethods: AddedMethod[] = []
  for (const { option, ...offer } of pricedMethods) {
    const tax_lines = taxes.get(option.id) ?? []
    const method = createShippingMethod(em, owner, { option, ...offer, tax_lines })
    const { total } = computeShippingTotals({
      price: offer.price,
      includes_tax: option.includes_tax,
      tax_lines,
      free: false,
    })
    addedMethods.push({ method, option, tax_lines, total })
  }
  return addedMethods
}

export interface ChosenMethod {
  option: Row<ShippingOption>
  price: number
  data: FulfillmentData
  tax_lines: readonly TaxLine[]
}

export function createShippingMethod(
  em: EntityManager,
  owner: ShippingTarget['owner'] | { order_id: string },
  { option, price, data, tax_lines }: ChosenMethod,
): Row<ShippingMethod> {
  const { id: shipping_option_id, includes_tax } = option
  const method = insertRow(em, ShippingMethod, { ...owner, shipping_option_id, includes_tax, price, data })
  for (const { rate, name, code } of tax_lines)
    insertRow(em, ShippingMethodTaxLine, { shipping_method_id: method.id, rate, name, code })
  return method
}

async function priceMethod(
  providers: FulfillmentProviders,
  option: Row<ShippingOption>,
  { price, data: input, goods }: ShippingMethodInput & Pick<ShippingTarget, 'goods'>,
): Promise<{ price: number; data: FulfillmentData }> {
  const provider = findFulfillmentProvider(providers, option)
  const data = await provider.validateMethod(option.data, input ?? {})
  if (price != null) return { price, data }
  if (option.price_type === 'flat_rate') return { price: option.amount ?? 0, data }
  return { price: await requestShippingPrice(provider, { option: option.data, data, cart: goods }), data }
}

/** Returns the tax rates even if the region does not compute taxes automatically, as the checkout does. */
export async function readOptionTaxRates(
  em: EntityManager,
  optionIds: readonly string[],
): Promise<Map<string, TaxLine[]>> {
  const rows = await selectOptionTaxRates(em, [...new Set(optionIds)])
  return new Map(rows.map(({ id, linked, tax_rate }) => [id, ratesFor(linked, tax_rate)]))
}

const selectOptionTaxRates = statement<{ id: string; tax_rate: number; linked: LinkedRate[] }>(`
  select o.id, region.tax_rate, ${jsonListSql(`
    select rate.id, rate.rate, rate.name, rate.code
    from shipping_tax_rate l join tax_rate rate on rate.id = l.rate_id
    where l.shipping_option_id = o.id order by rate.created_at, rate.id`)} as linked
  from shipping_option o join region on region.id = o.region_id where o.id = any($1::text[])`)
