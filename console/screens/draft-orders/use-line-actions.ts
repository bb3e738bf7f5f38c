import { useMutation } from '@tanstack/react-query'
import { queryClient, trpc } from '#console/app/api.ts'
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
  const options = {
    ...shownInPlace,
    onSuccess: () => queryClient.invalidateQueries(trpc.admin.draftOrders.pathFilter()),
  }
  const add = useMutation(trpc.admin.draftOrders.addLineItem.mutationOptions(options))
  const change = useMutation(trpc.admin.draftOrders.updateLineItem.mutationOptions(options))
  const remove = useMutation(trpc.admin.draftOrders.deleteLineItem.mutationOptions(options))
  const failure = latestFailure([add, change, remove])
  return {
    add: (variant_id) => add.mutate({ id, variant_id, quantity: 1 }),
    change: (line_id, quantity) => change.mutate({ id, line_id, quantity }),
    remove: (line_id) => remove.mutate({ id, line_id }),
    error: failure === undefined ? undefined : textOf(failure),
  }
}
