import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { latestFailure } from '#console/components/action/latest-failure.ts'
import { useErrorText } from '#console/components/states.tsx'

export interface LineActions {
  add(variantId: string): void
  change(lineId: string, quantity: number): void
  remove(lineId: string): void
  error: string | undefined
}

/** Changes the lines of a draft order. */
export function useLineActions(id: string): LineActions {
  const textOf = useErrorText()
  const add = useMutation(trpc.admin.draftOrders.addLineItem.mutationOptions(shownInPlace))
  const change = useMutation(trpc.admin.draftOrders.updateLineItem.mutationOptions(shownInPlace))
  const remove = useMutation(trpc.admin.draftOrders.deleteLineItem.mutationOptions(shownInPlace))
  const failure = latestFailure([add, change, remove])
  return {
    add: (variant_id) => add.mutate({ id, variant_id, quantity: 1 }),
    change: (line_id, quantity) => change.mutate({ id, line_id, quantity }),
    remove: (line_id) => remove.mutate({ id, line_id }),
    error: failure === undefined ? undefined : textOf(failure),
  }
}
