import { Group } from '@mantine/core'
import { Money } from '#console/components/money.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import classes from '../orders/totals/order-totals.module.css'
import type { Draft } from './draft-items.tsx'

/** The totals of the cart of a draft order, with its discount codes. */
export function DraftTotals({ draft, currency }: { draft: Draft; currency: string }) {
  const words = draftOrders.useWords()
  const { subtotal, discount_total, shipping_total, tax_total, total, discounts = [] } = draft.cart
  const codes = discounts?.map(({ code }) => code).join(', ')
  const rows: [string, number][] = [
    [words.subtotal, subtotal ?? 0],
    [codes ? words.discountsOf(codes) : words.discounts, -(discount_total ?? 0)],
    [words.shipping, shipping_total ?? 0],
    [words.taxes, tax_total ?? 0],
    [words.total, total ?? 0],
  ]
  return (
    <section aria-label={words.totals} className={classes.draft}>
      <dl className={classes.list}>
        {rows.map(([name, amount]) => (
          <Group
            key={name}
            justify="space-between"
            wrap="nowrap"
            className={classes.row}
            data-total={name === words.total}
          >
            <dt>{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </Group>
        ))}
      </dl>
    </section>
  )
}
