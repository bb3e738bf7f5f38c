import { Group, Text } from '@mantine/core'
import { Money } from '#console/components/money.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import type { Draft } from './draft-items.tsx'

/** The totals of the cart of a draft order. */
export function DraftTotals({ draft, currency }: { draft: Draft; currency: string }) {
  const words = draftOrders.useWords()
  const { subtotal, discount_total, shipping_total, tax_total, total } = draft.cart
  const rows: [string, number][] = [
    [words.subtotal, subtotal ?? 0],
    [words.discounts, -(discount_total ?? 0)],
    [words.shipping, shipping_total ?? 0],
    [words.taxes, tax_total ?? 0],
    [words.total, total ?? 0],
  ]
  return (
    <section aria-label={words.totals}>
      {rows.map(([name, amount]) => (
        <Group key={name} justify="space-between" fw={name === words.total ? 600 : 400}>
          <Text size="sm" fw="inherit">
            {name}
          </Text>
          <Text size="sm" fw="inherit">
            <Money amount={amount} currency={currency} />
          </Text>
        </Group>
      ))}
    </section>
  )
}
