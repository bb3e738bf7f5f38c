import { z } from 'zod'
import { type PricedShipping, shippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { type OrderedLine, orderedLineTotals } from '#entities/cart/pricing/totals.ts'
import { Metadata, metadata, timestamps } from '../inputs/common.ts'
import { defineComputation } from '../reading/computed.ts'

import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { ProductVariantResource, type ProductVariantView } from './product.ts'
import { ShippingOptionResource, type ShippingOptionView } from './shipping.ts'

/** What taxes add, in percent; stored (with an id) once the cart is completed, computed before. */
const taxLine = {
  id: z.string().optional(),
  created_at: z.date().optional(),
  updated_at: z.date().optional(),
  metadata: Metadata.nullish(),
  rate: z.number(),
  name: z.string(),
  code: z.string().nullable(),
}

export const LineItemTaxLineResource = resource('LineItemTaxLine', { ...taxLine, item_id: z.string() })
export const ShippingMethodTaxLineResource = resource('ShippingMethodTaxLine', {
  ...taxLine,
  shipping_method_id: z.string(),
})

export const LineItemAdjustmentResource = resource('LineItemAdjustment', {
  id: z.string(),
  item_id: z.string(),
  description: z.string(),
  discount_id: z.string().nullable(),
  /** Minor units, not rounded. */
  amount: z.number(),
  ...metadata,
})

const quantity = z.int().nullable()

const columns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  cart_id: z.string().nullable(),
  order_id: z.string().nullable(),
  swap_id: z.string().nullable(),
  claim_order_id: z.string().nullable(),
  original_item_id: z.string().nullable(),
  order_edit_id: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  thumbnail: z.string().nullable(),
  is_return: z.boolean(),
  is_giftcard: z.boolean(),
  should_merge: z.boolean(),
  allow_discounts: z.boolean(),
  has_shipping: z.boolean().nullable(),
  unit_price: z.int(),
  variant_id: z.string().nullable(),
  quantity: z.int(),
  fulfilled_quantity: quantity,
  returned_quantity: quantity,
  shipped_quantity: quantity,
  includes_tax: z.boolean(),
}

/** A line as it is stored. */
export const StoredLine = resource('StoredLineItem', columns, {
  get variant(): ToOne<ProductVariantView> {
    return toOne(ProductVariantResource)
  },
  get adjustments(): ToMany<LineItemAdjustmentView> {
    return toMany(LineItemAdjustmentResource)
  },
  get tax_lines(): ToMany<LineItemTaxLineView> {
    return toMany(LineItemTaxLineResource)
  },
})

/** A line of a cart or an order with what it comes to. */
export const LineItemResource = resource(
  'LineItem',
  {
    ...columns,
    subtotal: z.int(),
    discount_total: z.int(),
    total: z.int(),
    original_total: z.int(),
    original_tax_total: z.int(),
    tax_total: z.int(),
    gift_card_total: z.int(),
    /** 0 until the cart is completed. */
    refundable: z.int(),
    adjustments: z.array(LineItemAdjustmentResource),
    tax_lines: z.array(LineItemTaxLineResource),
  },
  {
    get variant(): ToOne<ProductVariantView> {
      return toOne(ProductVariantResource)
    },
  },
)

/** The order of the line sets `gift_card_total`; it is 0 if the line is read without its order. */
export const lineTotals = {
  needs: ['adjustments', 'tax_lines'],
  compute: ({ gift_card_total = 0, ...line }: OrderedLine & { gift_card_total?: number }) => ({
    ...orderedLineTotals(line),
    gift_card_total,
  }),
}
defineComputation(LineItemResource, lineTotals)

const shippingColumns = {
  id: z.string(),
  shipping_option_id: z.string(),
  order_id: z.string().nullable(),
  claim_order_id: z.string().nullable(),
  cart_id: z.string().nullable(),
  swap_id: z.string().nullable(),
  return_id: z.string().nullable(),
  price: z.int(),
  data: z.record(z.string(), z.unknown()),
  includes_tax: z.boolean(),
}

/** A shipping method as it is stored. */
export const StoredShippingMethod = resource('StoredShippingMethod', shippingColumns, {
  get shipping_option(): ToOne<ShippingOptionView> {
    return toOne(ShippingOptionResource)
  },
  get tax_lines(): ToMany<ShippingMethodTaxLineView> {
    return toMany(ShippingMethodTaxLineResource)
  },
})

export const ShippingMethodResource = resource(
  'ShippingMethod',
  {
    ...shippingColumns,
    subtotal: z.int(),
    total: z.int(),
    tax_total: z.int(),
    original_total: z.int(),
    original_tax_total: z.int(),
    tax_lines: z.array(ShippingMethodTaxLineResource),
  },
  {
    get shipping_option(): ToOne<ShippingOptionView> {
      return toOne(ShippingOptionResource)
    },
  },
)

/** Whether shipping is free is said by the order that the method is of. */
export const shippingMethodTotals = {
  needs: ['tax_lines'],
  compute: (method: PricedShipping) => shippingTotals({ ...method, free: method.free ?? false }),
}
defineComputation(ShippingMethodResource, shippingMethodTotals)

export interface LineItemTaxLineView extends z.output<typeof LineItemTaxLineResource> {}
export interface ShippingMethodTaxLineView extends z.output<typeof ShippingMethodTaxLineResource> {}
export interface LineItemAdjustmentView extends z.output<typeof LineItemAdjustmentResource> {}
export interface StoredLineView extends z.output<typeof StoredLine> {}
export interface LineItemView extends z.output<typeof LineItemResource> {}
export interface StoredShippingMethodView extends z.output<typeof StoredShippingMethod> {}
export interface ShippingMethodView extends z.output<typeof ShippingMethodResource> {}
