import type { CartLineSnapshot, CartSnapshot, ShippingMethodSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { VariantChange } from '#entities/orders/stock/order-stock.ts'
import type { OrderRows, PriceRows } from './order-rows.ts'
import type { Redemption } from './redeem-gift-cards.ts'

interface PlacedOrderInput extends OrderRows {
  cart: CartSnapshot
  redemption: Redemption
  stockAfter: VariantChange | undefined
}

type PriceRow = 'adjustments' | 'tax_lines'
type PlacedLine = Omit<CartLineSnapshot, PriceRow> & Pick<PriceRows, PriceRow> & { order_id: string }
type PlacedMethod = Omit<ShippingMethodSnapshot, 'tax_lines'> & {
  order_id: string
  tax_lines: PriceRows['shipping_tax_lines']
}

export type PlacedOrder = OrderRows['order'] &
  Pick<CartSnapshot, 'region' | 'shipping_address' | 'discounts'> &
  Pick<OrderRows, 'payments'> & {
    items: PlacedLine[]
    shipping_methods: PlacedMethod[]
    gift_cards: Redemption['cards']
    gift_card_transactions: Redemption['transactions']
    refunds: never[]
    claims: never[]
    swaps: never[]
  }

/** Builds the response without reading the order. Returns undefined if a variant of the cart must be read again. */
export function buildPlacedOrder({ cart, redemption, stockAfter, ...rows }: PlacedOrderInput): PlacedOrder | undefined {
  if (!stockAfter) return undefined
  const { order, payments } = rows
  const adjustments = Map.groupBy(rows.adjustments, ({ item_id }) => item_id)
  const taxes = Map.groupBy(rows.tax_lines, ({ item_id }) => item_id)
  const shippingAdjustments = new Map(rows.shipping_adjustments.map(({ id, adjustments }) => [id, [...adjustments]]))
  const shippingTaxes = Map.groupBy(rows.shipping_tax_lines, (tax) => tax.shipping_method_id)
  return {
    ...order,
    region: cart.region,
    shipping_address: cart.shipping_address,
    items: cart.items.map((line) => ({
      ...line,
      order_id: order.id,
      variant: line.variant && stockAfter(line.variant),
      adjustments: adjustments.get(line.id) ?? [],
      tax_lines: taxes.get(line.id) ?? [],
    })),
    shipping_methods: cart.shipping_methods.map((method) => ({
      ...method,
      order_id: order.id,
      adjustments: shippingAdjustments.get(method.id) ?? null,
      tax_lines: shippingTaxes.get(method.id) ?? [],
    })),
    discounts: cart.discounts.map((discount) => ({ ...discount, usage_count: discount.usage_count + 1 })),
    gift_cards: redemption.cards,
    gift_card_transactions: redemption.transactions,
    payments,
    refunds: [],
    claims: [],
    swaps: [],
  }
}
