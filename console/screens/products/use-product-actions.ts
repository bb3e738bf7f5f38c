import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import type { BulkAction } from '#console/components/list/bulk-actions.tsx'
import { changeRows } from '#console/components/list/change-rows.ts'
import { notifyUndoable } from '#console/components/notify-undoable.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import type { ProductStatus } from './product-status.tsx'

export interface StatedProduct {
  id: string
  status: ProductStatus
  archived_at: Date | null
}

type ProductActions = Readonly<
  Record<'publish' | 'unpublish' | 'archive' | 'unarchive' | 'remove', BulkAction<StatedProduct>>
>

interface State {
  status?: ProductStatus
  is_archived?: boolean
}

/** Publishes, withdraws, archives and deletes products. Each message of a change offers to undo the change. */
export function useProductActions(): ProductActions {
  const words = products.useWords()
  const { delete: deleteText } = common.useWords()
  const confirm = useConfirm()
  const may = useMay()
  const update = useMutation(trpc.admin.products.update.mutationOptions())
  const remove = useMutation(trpc.admin.products.delete.mutationOptions())
  const restore = useMutation(trpc.admin.products.restore.mutationOptions())

  const set = (id: string, state: State) => update.mutateAsync({ id, ...state, fields: 'id', expand: '' })
  const setBack = ({ id, status, archived_at }: StatedProduct) => set(id, { status, is_archived: archived_at !== null })
  const change = (state: State, textOf: (count: number) => string) => (rows: StatedProduct[]) =>
    changeRows(
      rows,
      ({ id }) => set(id, state),
      (changed) => notifyUndoable(textOf(changed.length), () => changeRows(changed, setBack)),
    )
  const deleteRows = async (rows: StatedProduct[]) => {
    const isConfirmed = await confirm({
      title: words.deleteTitle(rows.length),
      text: words.deleteText,
      action: deleteText,
      isDangerous: true,
    })
    if (!isConfirmed) return false
    return changeRows(
      rows,
      ({ id }) => remove.mutateAsync({ id }),
      (deleted) =>
        notifyUndoable(words.deleted(deleted.length), () =>
          changeRows(deleted, ({ id }) => restore.mutateAsync({ id })),
        ),
    )
  }
  const isAllowed = may('products.update')
  return {
    publish: { name: words.publish, run: change({ status: 'published' }, words.publishedCount), isAllowed },
    unpublish: { name: words.unpublish, run: change({ status: 'draft' }, words.draftedCount), isAllowed },
    archive: { name: words.archive, run: change({ is_archived: true }, words.archivedCount), isAllowed },
    unarchive: { name: words.unarchive, run: change({ is_archived: false }, words.unarchivedCount), isAllowed },
    remove: { name: deleteText, run: deleteRows, isDangerous: true, isAllowed: may('products.delete') },
  }
}
