import { Text } from '@mantine/core'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { ChangeText } from '#console/components/action/row-previews.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { RowPreview } from './use-bulk-preview.ts'

/** The changes of an action for one order. */
export function RowPreviewText({ preview, currency }: { preview: RowPreview | undefined; currency: string }) {
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
  return (
    <PreviewProvider value={{ currency }}>{preview.changes && <ChangeText dryRun={preview.changes} />}</PreviewProvider>
  )
}
