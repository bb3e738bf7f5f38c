import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { latestFailure } from '#console/components/action/latest-failure.ts'
import { useErrorText } from '#console/components/states.tsx'
import { orderActions } from '#console/strings/order-actions.ts'

export interface EditActions {
  isRunning: boolean
  error: string | undefined
  add(variantId: string): void
  change(itemId: string, quantity: number): void
  remove(itemId: string): void
  undo(changeId: string): void
  request(): void
  discard(): void
}

export function useEditActions(id: string, onClose: () => void): EditActions {
  const words = orderActions.useWords()
  const textOf = useErrorText()
  const add = useMutation(trpc.admin.orderEdits.addLineItem.mutationOptions(shownInPlace))
  const change = useMutation(trpc.admin.orderEdits.updateLineItem.mutationOptions(shownInPlace))
  const remove = useMutation(trpc.admin.orderEdits.removeLineItem.mutationOptions(shownInPlace))
  const undo = useMutation(trpc.admin.orderEdits.deleteItemChange.mutationOptions(shownInPlace))
  const closing = (message: string) => ({ ...shownInPlace, onSuccess: endDialog(message, onClose) })
  const request = useMutation(trpc.admin.orderEdits.requestConfirmation.mutationOptions(closing(words.editRequested)))
  const discard = useMutation(trpc.admin.orderEdits.delete.mutationOptions(closing(words.editCanceled)))
  const all = [add, change, remove, undo, request, discard]
  const failure = latestFailure(all)
  return {
    isRunning: all.some(({ isPending }) => isPending),
    error: failure === undefined ? undefined : textOf(failure),
    add: (variant_id) => add.mutate({ id, variant_id, quantity: 1 }),
    change: (item_id, quantity) => change.mutate({ id, item_id, quantity }),
    remove: (item_id) => remove.mutate({ id, item_id }),
    undo: (change_id) => undo.mutate({ id, change_id }),
    request: () => request.mutate({ id }),
    discard: () => discard.mutate({ id }),
  }
}
