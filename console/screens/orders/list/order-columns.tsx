import { Text } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { PhoneNote } from '#console/components/list/phone-note.tsx'
import { Money } from '#console/components/money.tsx'
import { RowLink } from '#console/components/page-link.tsx'
import { Time } from '#console/components/time.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/orders.ts'
import { nameOfBuyer } from '../name-of-buyer.ts'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from '../order-badges.tsx'

export type OrderRow = RouterOutputs['admin']['orders']['list']['orders'][number]

/** The parts of an order that the list shows. */
export const ORDER_ROW = {
  expand: 'customer,sales_channel,shipping_address',
  fields:
    'id,display_id,created_at,email,currency_code,total,status,payment_status,difference_due,fulfillment_status,customer.first_name,customer.last_name,sales_channel.name,shipping_address.first_name,shipping_address.last_name,tags',
} as const

export const orderColumns = (words: Translation<typeof en>): Column<OrderRow>[] => [
  {
    key: 'number',
    title: words.number,
    sort: 'display_id',
    width: 'clamp(5rem, 20vw, 6.25rem)',
    cell: ({ id, display_id }) => (
      <RowLink to="/orders/$id" params={{ id }} className="number">
        {words.title(display_id)}
      </RowLink>
    ),
  },
  createdColumn(words.placed, { sort: 'created_at' }),
  {
    key: 'customer',
    title: words.customer,
    width: 'minmax(6.5rem, 1.4fr)',
    cell: (order) => (
      <>
        <Text size="sm" truncate>
          {nameOfBuyer(order)}
        </Text>
        <PhoneNote of="created">
          <Time at={order.created_at} />
        </PhoneNote>
      </>
    ),
  },
  {
    key: 'channel',
    title: words.channel,
    width: 'minmax(4.5rem, 1fr)',
    cell: ({ sales_channel }) => (
      <Text size="sm" c="dimmed" truncate>
        {sales_channel?.name ?? '–'}
      </Text>
    ),
    isOptional: true,
  },
  {
    key: 'payment',
    title: words.payment,
    width: 'minmax(7.5rem, 14rem)',
    cell: ({ status, payment_status, difference_due }) =>
      status === 'canceled' ? (
        <OrderBadge status={status} />
      ) : (
        <PaymentBadge status={payment_status} due={difference_due} />
      ),
    isWideOnly: true,
  },
  {
    key: 'fulfillment',
    title: words.fulfillment,
    width: 'minmax(6.5rem, 13rem)',
    cell: ({ status, fulfillment_status }) =>
      status === 'canceled' ? null : <FulfillmentBadge status={fulfillment_status} />,
    isWideOnly: true,
  },
  {
    key: 'total',
    title: words.total,
    width: 'minmax(5.5rem, 8rem)',
    align: 'end',
    cell: ({ total, currency_code, payment_status, difference_due }) => (
      <>
        <Money amount={total ?? 0} currency={currency_code} />
        <PhoneNote of="payment">
          <PaymentBadge status={payment_status} due={difference_due} />
        </PhoneNote>
      </>
    ),
  },
  { key: 'email', title: words.email, width: 'minmax(9rem, 1fr)', cell: ({ email }) => email, isOptional: true },
  {
    key: 'currency',
    title: words.currency,
    width: '6rem',
    cell: ({ currency_code }) => currency_code.toUpperCase(),
    isOptional: true,
  },
]
