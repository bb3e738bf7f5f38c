import type { Columns } from '#database/rows.ts'
import type { OrderTotals } from '#entities/cart/pricing/totals.ts'
import { type Cell, cellOf } from '#entities/catalogue/import-export/csv/write-csv.ts'
import { titleOf } from '#entities/catalogue/import-export/product-csv/entity-columns.ts'
import type { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import type { Address } from '#entities/people/customer/address.ts'
import type { Customer } from '#entities/people/customer/customer.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import type { Order } from '../order/order.ts'

type OrderColumns = Pick<
  Columns<Order>,
  | 'id'
  | 'display_id'
  | 'status'
  | 'created_at'
  | 'region_id'
  | 'fulfillment_status'
  | 'payment_status'
  | 'currency_code'
>
type ExportedTotals = Pick<
  OrderTotals,
  'subtotal' | 'shipping_total' | 'discount_total' | 'gift_card_total' | 'refunded_total' | 'tax_total' | 'total'
>
type ShippingAddress = Pick<Columns<Address>, 'address_1' | 'address_2' | 'country_code' | 'city' | 'postal_code'>

export interface ExportedOrder extends OrderColumns, ExportedTotals {
  tags?: string[] | null | undefined
  customer?: Pick<Columns<Customer>, 'id' | 'first_name' | 'last_name' | 'email'> | null | undefined
  shipping_address?: ShippingAddress | null | undefined
  sales_channel?: Pick<Columns<SalesChannel>, 'name' | 'description'> | null | undefined
}

export type ColumnFilter = (name: string) => boolean

interface OrderColumn {
  title: string
  /** The column is exported only if this property of the order is selected. */
  needs: string
  cell(order: ExportedOrder, isSelected: ColumnFilter): Cell
}

const own = (
  title: string,
  needs: Exclude<keyof ExportedOrder, 'customer' | 'shipping_address' | 'sales_channel' | 'created_at' | 'tags'>,
): OrderColumn => ({
  title,
  needs,
  cell: (order) => order[needs],
})

const customer = (title: string, name: 'first_name' | 'last_name' | 'email' | 'id'): OrderColumn => ({
  title: `Customer ${title}`,
  needs: 'customer',
  cell: (order) => order.customer?.[name],
})

const shipping = (title: string, name: keyof ShippingAddress): OrderColumn => ({
  title: `Shipping ${title}`,
  needs: 'shipping_address',
  cell: (order) => order.shipping_address?.[name],
})

/** The columns of Medusa v1, in the same order, and the tags. Amounts are in minor units. */
const COLUMNS: OrderColumn[] = [
  own('Order_ID', 'id'),
  own('Display_ID', 'display_id'),
  own('Order status', 'status'),
  { title: 'Date', needs: 'created_at', cell: ({ created_at }) => created_at.toUTCString() },
  customer('First name', 'first_name'),
  customer('Last name', 'last_name'),
  customer('Email', 'email'),
  customer('ID', 'id'),
  shipping('Address 1', 'address_1'),
  shipping('Address 2', 'address_2'),
  shipping('Country Code', 'country_code'),
  shipping('City', 'city'),
  shipping('Postal Code', 'postal_code'),
  {
    title: 'Shipping Region ID',
    needs: 'shipping_address',
    cell: ({ region_id }, isSelected) => (isSelected('region_id') ? region_id : null),
  },
  own('Fulfillment Status', 'fulfillment_status'),
  own('Payment Status', 'payment_status'),
  own('Subtotal', 'subtotal'),
  own('Shipping Total', 'shipping_total'),
  own('Discount Total', 'discount_total'),
  own('Gift Card Total', 'gift_card_total'),
  own('Refunded Total', 'refunded_total'),
  own('Tax Total', 'tax_total'),
  own('Total', 'total'),
  own('Currency Code', 'currency_code'),
  { title: 'Sales channel name', needs: 'sales_channel', cell: ({ sales_channel }) => sales_channel?.name },
  {
    title: 'Sales channel description',
    needs: 'sales_channel',
    cell: ({ sales_channel }) => sales_channel?.description,
  },
  { title: 'Tags', needs: 'tags', cell: ({ tags }) => tags?.join(', ') },
]

export const orderTitles = (isSelected: ColumnFilter): string[] => selectColumns(isSelected).map(({ title }) => title)

export const orderLine = (order: ExportedOrder, isSelected: ColumnFilter): Cell[] =>
  selectColumns(isSelected).map((column) => column.cell(order, isSelected))

const selectColumns = (isSelected: ColumnFilter) =>
  [...COLUMNS, ...fieldColumns()].filter(({ needs }) => isSelected(needs))

const fieldColumns = (): OrderColumn[] =>
  Array.from(fieldsOf('order'), ([name, { type }]) => ({
    title: `Order ${titleOf(name)}`,
    needs: name,
    cell: (order) => cellOf(type, Reflect.get(order, name)),
  }))
