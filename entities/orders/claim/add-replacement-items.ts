import type { EntityManager } from '@mikro-orm/postgresql'
import { assertVariantsFound } from '#entities/cart/line-item/cart-lines.ts'
import { buildLineAttributes, requireUnitPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { computeLineSubtotal } from '#entities/cart/pricing/line-totals.ts'
import { NotAllowed } from '#entities/errors.ts'
import { findAddedLineTaxes } from '../order/find-added-line-taxes.ts'
import { orderStock, type SoldLine } from '../stock/order-stock.ts'
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
  const lines = items.map(({ variant_id, quantity }) => {
    const variant = variants.get(variant_id) as SellableVariant
    if (variant.product.is_giftcard)
      throw new NotAllowed('A claim cannot send gift cards')
        .about('additional_items')
        .because({ name: 'replacement_is_gift_card' })
    return { variant, price: requireUnitPrice(variant, market, quantity), quantity }
  })
  const taxes = await findAddedLineTaxes(em, order, { market, lines })
  const soldLines: SoldLine[] = []
  let subtotal = 0
  for (const [i, { variant, price, quantity }] of lines.entries()) {
    const line = em.create(LineItem, { ...buildLineAttributes(variant), ...price, claim_order_id: claim.id, quantity })
    soldLines.push(line)
    const tax_lines = taxes[i] ?? []
    for (const { rate, name, code } of tax_lines) em.create(LineItemTaxLine, { item_id: line.id, rate, name, code })
    subtotal += computeLineSubtotal({ ...price, quantity, tax_lines })
  }
  const stock = await orderStock(em)
  await stock.take(em, soldLines, order.sales_channel_id ?? null)
  return subtotal
}
