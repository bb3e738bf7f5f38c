import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { assertVariantsFound } from '#entities/cart/line-item/cart-lines.ts'
import { buildLineAttributes, requireUnitPrice } from '#entities/cart/line-item/line-attributes.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { readAssortment, type SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { NotAllowed } from '#entities/errors.ts'
import { sum } from '#entities/values/money.ts'
import { addedLineTitles } from '../order/added-line-titles.ts'
import { assertSameCurrency } from '../order/assert-same-currency.ts'
import { findAddedLineTaxes } from '../order/find-added-line-taxes.ts'
import { orderStock, type SoldLine } from '../stock/order-stock.ts'
import { allocateReplacedValue, type ClaimedValue } from './allocate-replaced-value.ts'
import type { LockedClaim } from './lock-claim.ts'

interface Replacements {
  items: readonly { variant_id: string; quantity: number }[]
  claimed: readonly ClaimedValue[]
}

/**
 * Takes the replacement items out of the stock. Returns their subtotal in minor units. Each line carries the value of the
 * items that it replaces.
 */
export async function addReplacementItems(
  em: EntityManager,
  { claim, order }: LockedClaim,
  { items, claimed }: Replacements,
): Promise<number> {
  if (items.length === 0) return 0
  const ids = items.map((item) => item.variant_id)
  const { market, variants } = await readAssortment(em, ids, { region_id: order.region_id, is_shop: true })
  assertSameCurrency(order, market)
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
  const totals = lines.map(({ price, quantity }, i) =>
    computeLineTotals({ ...price, quantity, tax_lines: taxes[i] ?? [], adjustments: [] }),
  )
  const sent = items.map((item, i) => ({ ...item, total: totals[i]?.total ?? 0 }))
  const values = allocateReplacedValue(claimed, sent)
  const titlesOf = await addedLineTitles(em, order, variants)
  const soldLines: SoldLine[] = []
  for (const [i, { variant, price, quantity }] of lines.entries()) {
    const columns = {
      ...buildLineAttributes(variant),
      ...titlesOf(variant),
      ...price,
      quantity,
      replaced_value: values[i] ?? 0,
    }
    const line = insertRow(em, LineItem, { ...columns, claim_order_id: claim.id })
    soldLines.push(line)
    for (const { rate, name, code } of taxes[i] ?? [])
      insertRow(em, LineItemTaxLine, { item_id: line.id, rate, name, code })
  }
  const stock = await orderStock(em)
  await stock.take(em, soldLines, order.sales_channel_id ?? null)
  return sum(totals.map(({ subtotal }) => subtotal))
}
