import { useMutation } from '@tanstack/react-query'
import { queryClient, trpc } from '#console/app/api.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { openItems } from '../order.ts'

/** Runs one action for the order with this ID. Throws the error of the shop. */
export type BulkStep = (id: string) => Promise<void>

const SMALL = { expand: '', fields: 'id' } as const

export function useBulkSteps(): Record<'capture' | 'fulfill' | 'cancel', BulkStep> {
  const words = useStrings(orderActions)
  const capture = useMutation(trpc.admin.orders.capture.mutationOptions())
  const fulfill = useMutation(trpc.admin.orders.createFulfillment.mutationOptions())
  const cancel = useMutation(trpc.admin.orders.cancel.mutationOptions())
  return {
    async capture(id) {
      await capture.mutateAsync({ id, ...SMALL })
    },
    async fulfill(id) {
      const options = trpc.admin.orders.get.queryOptions({ id, expand: 'items', fields: 'id' })
      const { order } = await queryClient.fetchQuery({ ...options, staleTime: 0 })
      const items = openItems(order.items ?? [])
      if (items.length === 0) throw new Error(words.nothingToFulfill)
      await fulfill.mutateAsync({ id, items, ...SMALL })
    },
    async cancel(id) {
      await cancel.mutateAsync({ id, ...SMALL })
    },
  }
}
