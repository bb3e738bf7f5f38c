import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, flag, id, notPersonal, personal } from '#entities/base.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Return } from '#entities/orders/return/return.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { Cart } from '../cart/cart.ts'
import type { PluginAdjustment } from '../pricing/price-adjustments.ts'
import { ShippingMethodTaxLine } from './shipping-method-tax-line.ts'

/** The table has no `created_at`. Ids are ULIDs, so they sort by time. */
const ShippingMethodSchema = defineEntity({
  name: 'ShippingMethod',
  tableName: 'shipping_method',
  properties: {
    id: id('sm'),
    shipping_option_id: p.text(),
    cart_id: p.text().nullable().index(),
    order_id: p.text().nullable().index(),
    claim_order_id: p.text().nullable().index(),
    swap_id: p.text().nullable(),
    return_id: p.text().nullable().unique(),
    price: amount(),
    includes_tax: flag(false),
    /** True for a method of an order with free shipping that an administrator added before such methods cost their price. */
    is_free: flag(false),
    data: personal(p.json<Record<string, unknown>>()),
    /** The price adjustments of a completed cart. Null if plugins did not adjust the price. */
    adjustments: notPersonal(p.json<PluginAdjustment[]>().nullable()),
    shipping_option: () => p.manyToOne(ShippingOption).joinColumn('shipping_option_id').persist(false).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    claim_order: () => p.manyToOne(ClaimOrder).joinColumn('claim_order_id').persist(false).nullable(),
    swap: () => p.manyToOne(Swap).joinColumn('swap_id').persist(false).nullable(),
    return_order: () => p.oneToOne(Return).owner().joinColumn('return_id').persist(false).nullable(),
    tax_lines: () => p.oneToMany(ShippingMethodTaxLine).mappedBy('shipping_method').orderBy({ id: 'asc' }),
  },
})

export class ShippingMethod extends ShippingMethodSchema.class {}
ShippingMethodSchema.setClass(ShippingMethod)
