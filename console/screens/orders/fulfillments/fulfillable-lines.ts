import type { QuantityLine } from '../items/quantity-fields.tsx'
import type { Order, OrderLine } from '../order.ts'

/** The lines of an order with a quantity that is not packed. `codes` are the barcodes and the SKU. */
export const fulfillableLines = ({ items = [] }: Pick<Order, 'items'>): (QuantityLine & { codes: string[] })[] =>
  items
    .map((item) => ({ ...item, codes: codesOf(item), max: item.quantity - (item.fulfilled_quantity ?? 0) }))
    .filter(({ max }) => max > 0)

const codesOf = ({ variant }: OrderLine): string[] =>
  [variant?.barcode, variant?.ean, variant?.upc, variant?.sku].flatMap((code) => code || [])
