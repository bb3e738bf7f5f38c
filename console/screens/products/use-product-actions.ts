import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import type { BulkAction } from '#console/components/list/bulk-actions.tsx'
import { changeRows } from '#console/components/list/change-rows.ts'
import { notifyDone } from '#console/components/notify.ts'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import type { ProductStatus } from './product-status.tsx'

/** Publishes, withdraws and deletes products. Each function takes products and returns false if the user cancels. */
export function useProductActions(): BulkAction<{ id: string }>[] {
  const words = products.useWords()
  const { delete: deleteText } = common.useWords()
  const confirm = useConfirm()
  const may = useMay()
  const update = useMutation(trpc.admin.products.update.mutationOptions())
  const remove = useMutation(trpc.admin.products.delete.mutationOptions())

  const setStatus = (status: ProductStatus) => async (rows: { id: string }[]) => {
    await changeRows(rows, (id) => update.mutateAsync({ id, status, fields: 'id', expand: '' }))
    notifyDone(words.changedStatus(rows.length))
    return true
  }
  const deleteRows = async (rows: { id: string }[]) => {
    const isConfirmed = await confirm({
      title: words.deleteTitle(rows.length),
      text: words.deleteText,
      action: deleteText,
      isDangerous: true,
    })
    if (!isConfirmed) return false
    await changeRows(rows, (id) => remove.mutateAsync({ id }))
    notifyDone(words.deleted(rows.length))
    return true
  }
  return [
    { name: words.publish, run: setStatus('published'), isAllowed: may('products.update') },
    { name: words.unpublish, run: setStatus('draft'), isAllowed: may('products.update') },
    { name: deleteText, run: deleteRows, isDangerous: true, isAllowed: may('products.delete') },
  ]
}
