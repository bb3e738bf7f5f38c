import { modals } from '@mantine/modals'
import type { BulkAction } from '#console/components/list/bulk-actions.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { type BulkStep, useBulkSteps } from './bulk-steps.ts'
import type { OrderRow } from './order-columns.tsx'

/** Capture, fulfill and cancel for the selected orders. Each opens a dialog that shows the result of every order. */
export function useBulkActions(): BulkAction<OrderRow>[] {
  const words = orderActions.useWords()
  const { capture, fulfill, cancel } = useBulkSteps()
  const open = (titleOf: (count: number) => string, { step, verb }: { step: BulkStep; verb: string }) => ({
    name: verb,
    run: (rows: OrderRow[]) =>
      new Promise<boolean>((resolve) => {
        let hasRun = false
        const modal = modals.open({
          title: titleOf(rows.length),
          size: 'lg',
          onClose: () => resolve(hasRun),
          children: (
            <BulkDialog
              rows={rows}
              step={step}
              verb={verb}
              onRun={() => {
                hasRun = true
              }}
              onClose={() => modals.close(modal)}
            />
          ),
        })
      }),
  })
  return [
    open(words.captureOrders, { step: capture, verb: words.capture }),
    open(words.fulfillOrders, { step: fulfill, verb: words.fulfill }),
    { ...open(words.cancelOrders, { step: cancel, verb: words.cancelOrder }), isDangerous: true },
  ]
}
