import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { type ProcedureName, useMay } from '#console/app/permissions.ts'
import type { BulkAction } from '#console/components/list/bulk-actions.tsx'
import { modals } from '#console/components/modals.ts'
import { notifyError } from '#console/components/notify.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { packing } from '#console/strings/packing.ts'
import { type BulkStep, useBulkSteps } from './bulk-steps.ts'
import type { OrderRow } from './order-columns.tsx'

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

/** The shop prints at most this number of packing slips at once. */
const MAX_PARCELS = 100

/** Packing slips, and actions for the selected orders. Each action opens a dialog that shows the result of every order. */
export function useBulkActions(): BulkAction<OrderRow>[] {
  const words = orderActions.useWords()
  const slips = packing.useWords()
  const navigate = useNavigate()
  const may = useMay()
  const { capture, fulfill, complete, archive, cancel } = useBulkSteps()
  const open = (
    titleOf: (count: number) => string,
    { step, verb, needs }: { step: BulkStep; verb: string; needs: ProcedureName },
  ) => ({
    name: verb,
    isAllowed: may(needs),
    run: (rows: OrderRow[]) =>
      new Promise<boolean>((resolve) => {
        let hasRun = false
        const modal = modals.open({
          title: titleOf(rows.length),
          size: 'lg',
          onClose: () => resolve(hasRun),
          children: (
            <Suspense>
              <BulkDialog
                rows={rows}
                step={step}
                verb={verb}
                onRunning={(isRunning) => {
                  hasRun = true
                  modals.setClosable(modal, !isRunning)
                }}
                onClose={() => modals.close(modal)}
              />
            </Suspense>
          ),
        })
      }),
  })
  return [
    {
      name: slips.packingSlips,
      isAllowed: may('orders.packingSlips'),
      run: async (rows) => {
        if (rows.length > MAX_PARCELS) notifyError(slips.tooMany(MAX_PARCELS))
        else await navigate({ to: '/orders/packing', search: { ids: rows.map(({ id }) => id) } })
        return false
      },
    },
    open(words.captureOrders, { step: capture, verb: words.capture, needs: 'orders.capture' }),
    open(words.fulfillOrders, { step: fulfill, verb: words.fulfill, needs: 'orders.createFulfillment' }),
    open(words.completeOrders, { step: complete, verb: words.complete, needs: 'orders.complete' }),
    open(words.archiveOrders, { step: archive, verb: words.archive, needs: 'orders.archive' }),
    {
      ...open(words.cancelOrders, { step: cancel, verb: words.cancelOrder, needs: 'orders.cancel' }),
      isDangerous: true,
    },
  ]
}
