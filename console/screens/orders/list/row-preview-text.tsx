import { Text } from '@mantine/core'
import { changeLines } from '#console/components/action/change-lines.ts'
import { formatMoney } from '#console/components/money.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { preview as previewWords } from '#console/strings/preview.ts'
import type { RowPreview } from './use-bulk-preview.ts'

/** The changes of an action for one order. */
export function RowPreviewText({ preview, currency }: { preview: RowPreview | undefined; currency: string }) {
  const words = useStrings(previewWords)
  const statuses = useStrings(orderStatuses)
  const { waiting } = useStrings(orderActions)
  if (preview === undefined) return <QuietText text={waiting} />
  if ('error' in preview)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {preview.error}
      </Text>
    )
  const money = (amount: number) => formatMoney(amount, currency)
  const lines = changeLines(preview.changes?.changes ?? [], { words, statuses, money, nameOf: () => undefined })
  return <QuietText text={lines.length > 0 ? lines.join(' · ') : words.nothing} />
}

const QuietText = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
)
