import { Modal, Stack, Text } from '@mantine/core'
import { CsvExport } from '#console/components/batch-job/csv-export.tsx'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
import { common } from '#console/strings/common.ts'
import { orders } from '#console/strings/orders.ts'

interface ExportOrdersProps {
  /** The filters of the list. */
  filters: Record<string, unknown>
  onClose(): void
}

/** Exports the orders that match the filters of the list. */
export function ExportOrders({ filters, onClose }: ExportOrdersProps) {
  useReturnedFocus()
  const words = orders.useWords()
  const { close } = common.useWords()
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  return (
    <Modal opened onClose={onClose} title={words.exportOrders} closeButtonProps={{ 'aria-label': close }}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {Object.keys(set).length > 0 ? words.exportFiltered : words.exportAll}
        </Text>
        <CsvExport type="order-export" filters={set} />
      </Stack>
    </Modal>
  )
}
