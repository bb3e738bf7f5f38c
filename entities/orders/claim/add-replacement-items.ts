import type { EntityManager } from '@mikro-orm/postgresql'
import { assertVariantsFound } from '#entities/cart/line-item/cart-lines.ts'
import { buildLineAttributes, requireUnitPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { computeLineSubtotal } from '#entities/cart/pricing/line-totals.ts'
import { takeAvailableStock } from '#entities/cart/stock/take-stock.ts'
import { NotAllowed } from '#entities/errors.ts'
import { ratesFor } from '#entities/market/tax/tax.ts'
import type { LockedClaim } from './lock-claim.ts'

/** Takes the replacement items out of the stock. Returns their subtotal in minor units. */
export async function addReplacementItems(
  em: EntityManager,
  { claim, order }: LockedClaim,
  items: readonly { variant_id: string; quantity: number }[],
): Promise<number> {
  if (items.length === 0) return 0
  const ids = items.map((item) => item.variant_id)
  const { market, variants } = await readAssortment(em, ids, { region_id: order.region_id, is_shop: true })
  assertVariantsFound(items, variants)
  let subtotal = 0
  for (const { variant_id, quantity } of items) {
    const variant = variants.get(variant_id) as SellableVariant
    if (variant.product.is_giftcard) throw new NotAllowed('A claim cannot send gift cards')
    const price = requireUnitPrice(variant, market, quantity)
    const line = em.create(LineItem, { ...buildLineAttributes(variant), ...price, claim_order_id: claim.id, quantity })
    const tax_lines = ratesFor(variant.linked_rates, market.region.tax_rate)
    for (const { rate, name, code } of tax_lines) em.create(LineItemTaxLine, { item_id: line.id, rate, name, code })
    subtotal += computeLineSubtotal({ ...price, quantity, tax_lines })
  }
  await takeAvailableStock(em, items)
  return subtotal
}
