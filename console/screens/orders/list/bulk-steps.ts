import { useMutation } from '@tanstack/react-query'
import type { DryRun } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { isDryRun } from '#console/app/is-dry-run.ts'
import type { Procedure } from '#console/components/action/procedure.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { openItems } from '../order.ts'

/** One action for an order by its ID. Both functions throw the error of the shop. */
export interface BulkStep {
  run(id: string): Promise<void>
  /** Returns the changes of the action, which the shop has rolled back. */
  preview(id: string): Promise<DryRun<unknown> | undefined>
}

const SMALL = { expand: '', fields: 'id' } as const

/** The items of an order, which the step to fulfill reads. */
export const orderItems = (id: string) => trpc.admin.orders.get.queryOptions({ id, expand: 'items', fields: 'id' })

export function useBulkSteps(): Record<'capture' | 'fulfill' | 'complete' | 'archive' | 'cancel', BulkStep> {
  const words = orderActions.useWords()
  const { capture, createFulfillment, complete, archive, cancel } = trpc.admin.orders
  return {
    capture: useStep(capture, async (id) => ({ id, ...SMALL })),
    fulfill: useStep(createFulfillment, async (id) => {
      const { order } = await queryClient.fetchQuery({ ...orderItems(id), staleTime: 0 })
      const items = openItems(order.items ?? [])
      if (items.length === 0) throw new Error(words.nothingToFulfill)
      return { id, items, ...SMALL }
    }),
    complete: useStep(complete, async (id) => ({ id, ...SMALL })),
    archive: useStep(archive, async (id) => ({ id, ...SMALL })),
    cancel: useStep(cancel, async (id) => ({ id, ...SMALL })),
  }
}

function useStep<Input>(procedure: Procedure<Input, unknown>, inputOf: (id: string) => Promise<Input>): BulkStep {
  const action = useMutation({ ...procedure.mutationOptions(), ...shownInPlace })
  const dryRun = useMutation({
    ...procedure.mutationOptions({ trpc: { context: { dryRun: true } } }),
    ...shownInPlace,
  })
  return {
    async run(id) {
      await action.mutateAsync(await inputOf(id))
    },
    async preview(id) {
      const answer: unknown = await dryRun.mutateAsync(await inputOf(id))
      return isDryRun(answer) ? answer : undefined
    },
  }
}
