import type { EntityManager } from '@mikro-orm/postgresql'
import { shippingTotals } from '../cart/shipping-totals.ts'
import { InvalidData, NotFound } from '../errors.ts'
import { list } from '../json-sql.ts'
import { statement } from '../statement.ts'
import { type LinkedRate, ratesFor, type TaxLine } from '../tax/tax.ts'
import { type FulfillmentProviders, providerOf } from './choose-shipping.ts'
import type { FulfillmentData } from './fulfillment.ts'
import { ShippingMethod } from './shipping-method.ts'
import { ShippingMethodTaxLine } from './shipping-method-tax-line.ts'
import { ShippingOption } from './shipping-option.ts'

export interface WantedMethod {
  option_id: string
  /** Minor units; what the option costs where it is not given. */
  price?: number | null | undefined
  data?: FulfillmentData | null | undefined
}

/** What is shipped after the sale: something of a claim, or pieces that come back. */
export interface Consignment {
  owner: { claim_order_id: string } | { return_id: string }
  /** Of its order. */
  region_id: string
  /** The goods, without tax: a calculated price may depend on them. */
  goods: { id: string; subtotal: number }
}

/**
 * Ships it by this option, with the taxes of the option; answers the method, its option and what it comes to.
 * @throws NotFound for an option that is not there. InvalidData for one of another region.
 */
export async function addMethod(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, region_id, goods, ...wanted }: Consignment & WantedMethod,
): Promise<{ method: ShippingMethod; option: ShippingOption; total: number }> {
  const option = await em.findOne(ShippingOption, { id: wanted.option_id })
  if (!option) throw new NotFound(`Shipping Option with ${wanted.option_id} was not found`)
  if (option.region_id !== region_id)
    throw new InvalidData("The shipping option is not available in the order's region")
  const provider = providerOf(providers, option)
  const data = await provider.validateMethod(option.data, wanted.data ?? {})
  const listed = async () =>
    option.price_type === 'calculated' ? provider.calculatePrice(option.data, data, goods) : (option.amount ?? 0)
  const price = wanted.price ?? (await listed())
  const { includes_tax } = option
  const method = em.create(ShippingMethod, { ...owner, shipping_option_id: option.id, price, data, includes_tax })
  const tax_lines = await taxesOfOption(em, option.id)
  for (const { rate, name, code } of tax_lines)
    em.create(ShippingMethodTaxLine, { shipping_method_id: method.id, rate, name, code })
  const { total } = shippingTotals({ price, includes_tax, tax_lines, free: false })
  return { method, option, total }
}

async function taxesOfOption(em: EntityManager, id: string): Promise<TaxLine[]> {
  const [found] = await readTaxesOfOption(em, id)
  return found ? ratesFor(found.linked, found.tax_rate) : []
}

const readTaxesOfOption = statement<{ tax_rate: number; linked: LinkedRate[] }>(`
  select region.tax_rate, ${list(`
    select rate.id, rate.rate, rate.name, rate.code
    from shipping_tax_rate l join tax_rate rate on rate.id = l.rate_id
    where l.shipping_option_id = o.id order by rate.created_at, rate.id`)} as linked
  from shipping_option o join region on region.id = o.region_id where o.id = $1`)
