import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'

/**
 * Returns a dialog that loads when it opens first.
 *
 *     const RefundDialog = lazyDialog(async () => (await import('./refund-dialog.tsx')).RefundDialog)
 */
export function lazyDialog<Dialog>(load: () => Promise<Dialog>): Dialog
export function lazyDialog(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  const Dialog = lazyPart(load)
  return (props) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
