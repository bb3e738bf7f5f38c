import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { ErrorState, isLost, LoadingLines } from '#console/components/states.tsx'
import { totals } from '#console/strings/totals.ts'
import classes from './explained-total.module.css'
import type { TotalName } from './order-totals.tsx'
import { usePartText } from './part-text.ts'

export type Part = RouterOutputs['admin']['orders']['explainTotals']['total']

/** A total as a tree: each amount is the sum of the amounts below it. */
export function ExplainedTotal({ orderId, name }: { orderId: string; name: TotalName }) {
  const words = totals.useWords()
  const { data, error } = useQuery(trpc.admin.orders.explainTotals.queryOptions({ id: orderId }))
  if (isLost(error, data)) return <ErrorState error={error} />
  if (!data) return <LoadingLines />
  const part = findPart(data.total, name) ?? findPart(data.refundable_amount, name)
  if (!part) return null
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.explainHint}
      </Text>
      <ul className={classes.tree}>
        <PartRow part={part} currency={data.currency_code} />
      </ul>
    </Stack>
  )
}

function PartRow({ part, currency }: { part: Part; currency: string }) {
  const { nameOf, noteOf } = usePartText(currency)
  const note = noteOf(part)
  const parts = part.parts.filter(({ amount, parts: smaller }) => amount !== 0 || smaller.length > 0)
  return (
    <li>
      <div className={classes.row} data-sum={parts.length > 0}>
        <span>
          {nameOf(part)}
          {note && <span className={classes.note}>{note}</span>}
        </span>
        <Money amount={part.amount} currency={currency} />
      </div>
      {parts.length > 0 && (
        <ul>
          {parts.map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
            <PartRow key={index} part={child} currency={currency} />
          ))}
        </ul>
      )}
    </li>
  )
}

function findPart(part: Part, name: string): Part | undefined {
  if (part.kind === name) return part
  for (const child of part.parts) {
    const found = findPart(child, name)
    if (found) return found
  }
  return undefined
}
