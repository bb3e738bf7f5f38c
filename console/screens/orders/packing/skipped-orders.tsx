import { Alert } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { packing } from '#console/strings/packing.ts'

type Skipped = RouterOutputs['admin']['orders']['packingSlips']['skipped'][number]

/** The selected orders without a document, and the reason. */
export function SkippedOrders({ skipped }: { skipped: readonly Skipped[] }) {
  const words = packing.useWords()
  return (['canceled', 'nothing_to_send'] as const).map((reason) => {
    const numbers = skipped.filter((order) => order.reason === reason).map(({ display_id }) => `#${display_id}`)
    if (numbers.length === 0) return null
    return (
      <Alert key={reason} color="yellow">
        {words[`skipped_${reason}`]} {numbers.join(', ')}
      </Alert>
    )
  })
}
