import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { ChangeText } from '#console/components/action/row-previews.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orderItems } from './bulk-steps.ts'
import type { RowPreview } from './use-bulk-preview.ts'

interface RowPreviewTextProps {
  /** The order. */
  id: string
  preview: RowPreview | undefined
  currency: string
}

/** The changes of an action for one order. */
export function RowPreviewText({ id, preview, currency }: RowPreviewTextProps) {
  const { data } = useQuery({ ...orderItems(id), enabled: false })
  const { waiting } = orderActions.useWords()
  if (preview === undefined)
    return (
      <Text size="sm" c="dimmed">
        {waiting}
      </Text>
    )
  if ('error' in preview)
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {preview.error}
      </Text>
    )
  const items = data?.order.items ?? []
  return (
    <PreviewProvider value={{ currency, names: Object.fromEntries(items.map((item) => [item.id, item.title])) }}>
      {preview.changes && <ChangeText dryRun={preview.changes} />}
    </PreviewProvider>
  )
}
