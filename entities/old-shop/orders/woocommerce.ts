import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { filled, textOrNull } from '../reading/cells.ts'
import { woocommerceAddress } from '../reading/woocommerce-address.ts'
import type { OrderDialect } from './old-order.ts'
import type { PastOrderStatus } from './past-order.ts'
import { hasAllItems, partOfCell, woocommerceItems } from './woocommerce-items.ts'

const CURRENCY = ['order_currency', 'Currency', 'Order Currency']

/** The export extensions of SkyVerge and WebToffee, and Advanced Order Export, with a row for each order or each item. */
export const woocommerceOrders: OrderDialect = {
  source: 'woocommerce',
  signatures: [
    ['order_id', 'order_total'],
    ['order_number', 'order_total'],
    ['order_id', 'line_items'],
    ['order number', 'order total amount'],
    ['order number', 'email (billing)'],
    ['order id', 'billing email'],
  ],
  currencyTitles: CURRENCY,
  numberOf: (row) => filled(row, 'order_number_formatted', 'order_number', 'Order Number', 'order_id', 'Order ID'),
  isWhole: hasAllItems,
  readOrder(rows, cells) {
    const [first] = rows as [ForeignRow]
    const old_status = filled(first, 'status', 'order_status', 'Order Status')
    const coupons = filled(first, 'coupon_items', 'coupons', 'Coupon Code')
    const positive = (...titles: string[]) => {
      const amount = cells.amount(first, ...titles)
      return amount === null ? null : Math.abs(amount)
    }
    return {
      email: filled(first, 'billing_email', 'customer_email', 'Email (Billing)', 'Billing Email'),
      placed_at: cells.time(first, 'order_date', 'date', 'Order Date'),
      canceled_at: null,
      paid_at: cells.time(first, 'paid_date', 'date_paid', 'Paid Date'),
      status: STATUSES[old_status.toLowerCase().replace(/^wc-/, '')] ?? null,
      old_status,
      currency_code: filled(first, ...CURRENCY),
      subtotal: cells.amount(first, 'order_subtotal', 'Order Subtotal Amount', 'subtotal'),
      discount_total: positive('discount_total', 'cart_discount', 'Cart Discount Amount', 'Discount'),
      shipping_total: cells.amount(first, 'shipping_total', 'Order Shipping Amount', 'order_shipping', 'Shipping'),
      tax_total: cells.amount(first, 'tax_total', 'total_tax', 'Order Total Tax Amount', 'Tax'),
      total: cells.amount(first, 'order_total', 'Order Total Amount', 'Order Total'),
      refunded_total: positive('refunded_total', 'Order Refund Amount', 'order_refund'),
      items: woocommerceItems(rows, cells),
      billing_address: woocommerceAddress(first, 'billing'),
      shipping_address: woocommerceAddress(first, 'shipping'),
      details: {
        note: textOrNull(first, 'customer_note', 'Customer Note'),
        discount_codes: partOfCell(coupons, 'code') || coupons || null,
        shipping_method: textOrNull(first, 'shipping_method', 'Shipping Method Title'),
        payment_method: textOrNull(first, 'payment_method_title', 'Payment Method Title', 'payment_method'),
        tags: null,
        fee_total: cells.amount(first, 'fee_total', 'Order Fee Amount'),
        taxes: [],
      },
    }
  },
}

const STATUSES: Readonly<Record<string, PastOrderStatus>> = {
  completed: 'completed',
  ...{ processing: 'open', pending: 'open', 'on-hold': 'open', 'pending payment': 'open', 'on hold': 'open' },
  ...{ cancelled: 'canceled', canceled: 'canceled', failed: 'canceled' },
  refunded: 'refunded',
}
