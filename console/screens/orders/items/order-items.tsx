import { Text } from '@mantine/core'
import { formatMoney, Money } from '#console/components/money.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { Section } from '#console/components/section.tsx'
import tableClasses from '#console/components/table-section.module.css'
import { orders } from '#console/strings/orders.ts'
import type { Order, OrderLine } from '../order.ts'
import { OrderTotals } from '../totals/order-totals.tsx'
import { maybeSumsWithTax } from '../totals/sums-with-tax.ts'
import { ItemName } from './item-name.tsx'
import classes from './order-items.module.css'

export function OrderItems({ order }: { order: Order }) {
  const words = orders.useWords()
  const withTax = maybeSumsWithTax(order)
  return (
    <Section title={words.items} isFlush>
      <table aria-label={words.items} className={`${tableClasses.table} ${classes.items}`}>
        <tbody>
          {order.items?.map((item) => (
            <tr key={item.id}>
              <td>
                <ItemName {...item} note={<LineNotes item={item} />} />
              </td>
              <td data-align="end" className={classes.price}>
                {words.quantityTimes(item.quantity, formatMoney(item.unit_price, order.currency_code))}
              </td>
              <td data-align="end" className={classes.sum}>
                <Money amount={(withTax ? item.original_total : item.subtotal) ?? 0} currency={order.currency_code} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <OrderTotals order={order} />
    </Section>
  )
}

function LineNotes({ item }: { item: OrderLine }) {
  return (
    <>
      <LineNote item={item} />
      <FieldLines table="line_item" row={item} />
    </>
  )
}

/** The article number, and how much of the line is packed, shipped and returned. */
function LineNote({ item }: { item: OrderLine }) {
  const words = orders.useWords()
  const { quantity, fulfilled_quantity, shipped_quantity, returned_quantity } = item
  const progress = returned_quantity
    ? words.returnedOf(returned_quantity, quantity)
    : shipped_quantity
      ? words.shippedOf(shipped_quantity, quantity)
      : fulfilled_quantity
        ? words.packedOf(fulfilled_quantity, quantity)
        : undefined
  const sku = item.variant?.sku ? words.sku(item.variant.sku) : undefined
  return <Text size="xs">{[sku, progress].filter(Boolean).join(' · ')}</Text>
}
