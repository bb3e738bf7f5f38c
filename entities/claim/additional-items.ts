import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '../cart/line-item.ts'
import { LineItemTaxLine } from '../cart/line-item-tax-line.ts'
import { lineSubtotal } from '../cart/line-totals.ts'
import { lineOf, priceFor, refuseUnknown } from '../cart/put-lines.ts'
import type { Order } from '../order/order.ts'
import { type SellableVariant, sellableVariants } from '../product/sellable-variants.ts'
import { takeOrRefuse } from '../product/take-stock.ts'
import { ratesFor } from '../tax/tax.ts'
import type { ClaimOrder } from './claim-order.ts'

/**
 * The pieces that a claim sends instead, at the price and with the taxes of the region of the order. They are taken out
 * of the stock at once. Answers what they cost without tax.
 * @throws InvalidData for a variant that is not sold, or not here. NotAllowed where the stock does not cover them.
 */
export async function sendInstead(
  em: EntityManager,
  { claim, order }: { claim: ClaimOrder; order: Order },
  wanted: readonly { variant_id: string; quantity: number }[],
): Promise<number> {
  if (wanted.length === 0) return 0
  const ids = wanted.map((line) => line.variant_id)
  const { market, variants } = await sellableVariants(em, ids, { region_id: order.region_id, is_shop: true })
  refuseUnknown(wanted, variants)
  let subtotal = 0
  for (const { variant_id, quantity } of wanted) {
    const variant = variants.get(variant_id) as SellableVariant
    const price = priceFor(variant, market, quantity)
    const line = em.create(LineItem, { ...lineOf(variant), ...price, claim_order_id: claim.id, quantity })
    const tax_lines = ratesFor(variant.linked_rates, market.region.tax_rate)
    for (const { rate, name, code } of tax_lines) em.create(LineItemTaxLine, { item_id: line.id, rate, name, code })
    subtotal += lineSubtotal({ ...price, quantity, tax_lines })
  }
  await takeOrRefuse(em, wanted)
  return subtotal
}
