import { type ComponentType, lazy, Suspense } from 'react'
import { loadUntilReached } from '#console/app/lazy-after-page.ts'

/** Returns a component that loads when it is shown first, with the type parameters of the component. */
export function lazyPart<Component>(load: () => Promise<Component>): Component
export function lazyPart(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  return lazy(async () => ({ default: await loadUntilReached(load) }))
}

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
