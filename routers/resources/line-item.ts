import { z } from 'zod'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { LineItemAdjustment } from '#entities/cart/line-item/line-item-adjustment.ts'
import { LineItemTaxLine } from '#entities/cart/line-item/line-item-tax-line.ts'
import { computeShippingTotals, type PricedShipping } from '#entities/cart/pricing/shipping-totals.ts'
import { computeOrderedLineTotals, type OrderedLine } from '#entities/cart/pricing/totals.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { ShippingMethodTaxLine } from '#entities/cart/shipping/shipping-method-tax-line.ts'
import { columnsOf } from '../inputs/columns.ts'
import { Metadata } from '../inputs/common.ts'
import { defineResource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { ProductVariantResource } from './product.ts'
import { ShippingOptionResource } from './shipping.ts'

/** The computed tax lines of an open cart lack these columns, because they have no database rows. */
const storedTaxLine = {
  id: z.string().optional(),
  created_at: z.date().optional(),
  updated_at: z.date().optional(),
  metadata: Metadata.nullish(),
}
const stored = ['id', 'created_at', 'updated_at', 'metadata'] as const

const LineItemTaxLineResource = defineResource({
  name: 'LineItemTaxLine',
  entity: LineItemTaxLine,
  columns: { ...storedTaxLine, ...columnsOf(LineItemTaxLine, { omit: stored }) },
})

const ShippingMethodTaxLineResource = defineResource({
  name: 'ShippingMethodTaxLine',
  entity: ShippingMethodTaxLine,
  columns: { ...storedTaxLine, ...columnsOf(ShippingMethodTaxLine, { omit: stored }) },
})

/** `amount` is in minor units and not rounded. A positive amount lowers the price. */
export const LineItemAdjustmentResource = defineResource({
  name: 'LineItemAdjustment',
  entity: LineItemAdjustment,
  columns: columnsOf(LineItemAdjustment, { omit: ['plugin'] }),
})

export const lineColumns = columnsOf(LineItem, { omit: ['is_price_fixed', 'tax_rate_id', 'agreed', 'replaced_value'] })

export const StoredLine = defineResource({
  name: 'StoredLineItem',
  entity: LineItem,
  fields: 'line_item',
  columns: lineColumns,
  relations: () => ({
    variant: toOne(ProductVariantResource),
    adjustments: toMany(LineItemAdjustmentResource),
    tax_lines: toMany(LineItemTaxLineResource),
  }),
})

/** The order of the line sets `gift_card_total`. A line without its order shows 0. */
export const lineTotals = {
  columns: {
    subtotal: z.int(),
    discount_total: z.int(),
    total: z.int(),
    original_total: z.int(),
    original_tax_total: z.int(),
    tax_total: z.int(),
    gift_card_total: z.int(),
    /** The amount is 0 until the cart is completed. */
    refundable: z.int(),
  },
  needs: ['adjustments', 'tax_lines'],
  compute: ({ gift_card_total = 0, ...line }: OrderedLine & { gift_card_total?: number }) => ({
    ...computeOrderedLineTotals(line),
    gift_card_total,
  }),
}

export const pricedLineRelations = () => ({
  adjustments: z.array(LineItemAdjustmentResource),
  tax_lines: z.array(LineItemTaxLineResource),
  variant: toOne(ProductVariantResource),
})

export const LineItemResource = defineResource({
  name: 'LineItem',
  entity: LineItem,
  fields: 'line_item',
  columns: lineColumns,
  computed: lineTotals,
  relations: pricedLineRelations,
})
export interface LineItemView extends RowOf<typeof LineItemResource> {}

export const shippingMethodColumns = columnsOf(ShippingMethod, { omit: ['adjustments', 'is_free'] })

export const StoredShippingMethod = defineResource({
  name: 'StoredShippingMethod',
  entity: ShippingMethod,
  columns: shippingMethodColumns,
  relations: () => ({
    shipping_option: toOne(ShippingOptionResource),
    tax_lines: toMany(ShippingMethodTaxLineResource),
  }),
})

export const shippingMethodTotals = {
  columns: {
    subtotal: z.int(),
    total: z.int(),
    tax_total: z.int(),
    original_total: z.int(),
    original_tax_total: z.int(),
  },
  needs: ['tax_lines'],
  compute: (method: PricedShipping) => computeShippingTotals({ ...method, free: method.free ?? false }),
}

export const pricedShippingMethodRelations = () => ({
  tax_lines: z.array(ShippingMethodTaxLineResource),
  shipping_option: toOne(ShippingOptionResource),
})

export const ShippingMethodResource = defineResource({
  name: 'ShippingMethod',
  entity: ShippingMethod,
  columns: shippingMethodColumns,
  computed: shippingMethodTotals,
  relations: pricedShippingMethodRelations,
})
