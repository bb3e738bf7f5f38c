import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import type { OldAddress } from '../customers/old-customer.ts'
import { filled, textOrNull } from '../reading/cells.ts'
import type { OrderCells, OrderDialect } from './old-order.ts'
import type { PastOrderStatus } from './past-order.ts'
import type { PastOrderItem } from './past-order-parts.ts'

/** Orders → Export. The first row of an order has the totals of the order, and each row has one item. */
export const shopifyOrders: OrderDialect = {
  source: 'shopify',
  signatures: [
    ['name', 'lineitem name', 'lineitem quantity'],
    ['name', 'financial status', 'total'],
  ],
  currencyTitles: ['Currency'],
  numberOf: (row) => filled(row, 'Name'),
  isWhole: (row) => filled(row, 'Total') !== '',
  readOrder(rows, cells) {
    const [first] = rows as [ForeignRow]
    const canceled_at = cells.time(first, 'Cancelled at')
    const [paid, shipped] = [filled(first, 'Financial Status'), filled(first, 'Fulfillment Status')]
    return {
      email: filled(first, 'Email'),
      placed_at: cells.time(first, 'Created at'),
      canceled_at,
      paid_at: cells.time(first, 'Paid at'),
      status: canceled_at ? 'canceled' : statusOf(paid.toLowerCase(), shipped.toLowerCase()),
      old_status: [paid, shipped].filter(Boolean).join(', '),
      currency_code: filled(first, 'Currency'),
      subtotal: cells.amount(first, 'Subtotal'),
      discount_total: cells.amount(first, 'Discount Amount'),
      shipping_total: cells.amount(first, 'Shipping'),
      tax_total: cells.amount(first, 'Taxes'),
      total: cells.amount(first, 'Total'),
      refunded_total: cells.amount(first, 'Refunded Amount'),
      items: rows.filter((row) => filled(row, 'Lineitem name')).map((row) => itemOf(row, cells)),
      billing_address: addressOf(first, 'Billing'),
      shipping_address: addressOf(first, 'Shipping'),
      details: {
        note: textOrNull(first, 'Notes'),
        discount_codes: textOrNull(first, 'Discount Code'),
        shipping_method: textOrNull(first, 'Shipping Method'),
        payment_method: textOrNull(first, 'Payment Method'),
        tags: textOrNull(first, 'Tags'),
        fee_total: cells.amount(first, 'Duties'),
        outstanding_total: cells.amount(first, 'Outstanding Balance'),
        taxes: taxesOf(first, cells),
      },
    }
  },
}

function statusOf(paid: string, shipped: string): PastOrderStatus {
  if (paid === 'voided' || paid === 'expired') return 'canceled'
  if (paid === 'refunded') return 'refunded'
  return shipped === 'fulfilled' && ['paid', 'partially_refunded'].includes(paid) ? 'completed' : 'open'
}

function itemOf(row: ForeignRow, cells: OrderCells): PastOrderItem {
  const quantity = cells.quantityOf(filled(row, 'Lineitem quantity'), 'Lineitem quantity')
  const price = cells.amount(row, 'Lineitem price')
  const discount = cells.amount(row, 'Lineitem discount') ?? 0
  const subtotal = cells.totalOf(price, quantity, 'Lineitem quantity')
  return {
    title: row.cell('Lineitem name'),
    sku: textOrNull(row, 'Lineitem sku'),
    quantity,
    subtotal,
    total: subtotal === null ? null : subtotal - Math.abs(discount),
  }
}

const taxesOf = (row: ForeignRow, cells: OrderCells) =>
  [1, 2, 3, 4, 5].flatMap((n) => {
    const name = filled(row, `Tax ${n} Name`)
    const amount = cells.amount(row, `Tax ${n} Value`)
    return name === '' && amount === null ? [] : [{ name, amount: amount ?? 0 }]
  })

function addressOf(row: ForeignRow, side: 'Billing' | 'Shipping'): OldAddress {
  const part = (...names: string[]) => filled(row, ...names.map((name) => `${side} ${name}`))
  return {
    first_name: part('Name'),
    company: part('Company'),
    address_1: part('Address1', 'Street'),
    address_2: part('Address2'),
    city: part('City'),
    province: part('Province Name', 'Province'),
    postal_code: part('Zip'),
    country_code: part('Country'),
    phone: part('Phone'),
  }
}
