import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { latestFailure } from '#console/components/action/latest-failure.ts'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { orderActions } from '#console/strings/order-actions.ts'

export interface EditActions {
  isRunning: boolean
  error: string | undefined
  add(variantId: string): void
  change(itemId: string, quantity: number): void
  remove(itemId: string): void
  undo(changeId: string): void
  request(onDone: () => void): void
  discard(onDone: () => void): void
}

export function useEditActions(id: string): EditActions {
  const words = orderActions.useWords()
  const textOf = useErrorText()
  const add = useMutation(trpc.admin.orderEdits.addLineItem.mutationOptions(shownInPlace))
  const change = useMutation(trpc.admin.orderEdits.updateLineItem.mutationOptions(shownInPlace))
  const remove = useMutation(trpc.admin.orderEdits.removeLineItem.mutationOptions(shownInPlace))
  const undo = useMutation(trpc.admin.orderEdits.deleteItemChange.mutationOptions(shownInPlace))
  const request = useMutation(trpc.admin.orderEdits.requestConfirmation.mutationOptions(shownInPlace))
  const discard = useMutation(trpc.admin.orderEdits.delete.mutationOptions(shownInPlace))
  const all = [add, change, remove, undo, request, discard]
  const failure = latestFailure(all)
  const finish = (message: string, onDone: () => void) => ({
    onSuccess: () => {
      notifyDone(message)
      onDone()
    },
  })
  return {
    isRunning: all.some(({ isPending }) => isPending),
    error: failure === undefined ? undefined : textOf(failure),
    add: (variant_id) => add.mutate({ id, variant_id, quantity: 1 }),
    change: (item_id, quantity) => change.mutate({ id, item_id, quantity }),
    remove: (item_id) => remove.mutate({ id, item_id }),
    undo: (change_id) => undo.mutate({ id, change_id }),
    request: (onDone) => request.mutate({ id }, finish(words.editRequested, onDone)),
    discard: (onDone) => discard.mutate({ id }, finish(words.editCanceled, onDone)),
  }
}
