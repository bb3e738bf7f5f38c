import { useMutation, useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { type ListSearch, listSearch } from '#console/app/list-search.ts'
import { useMay } from '#console/app/permissions.ts'
import { lists } from '#console/strings/lists.ts'
import { notifyDone } from '../notify.ts'
import { notifyUndoable } from '../notify-undoable.tsx'

export interface View {
  name: string
  search: ListSearch
}

type StoredView = RouterOutputs['admin']['account']['views']['views'][number]

export type SavedView = Pick<StoredView, 'id' | 'name' | 'is_shared' | 'is_own'> & View

export interface NewView extends View {
  /** The own view that is changed, also its name. */
  id: string | undefined
  /** Whether all users of the shop see the view. */
  isShared: boolean
}

interface SavedViews {
  views: readonly SavedView[]
  mayShare: boolean
  save(view: NewView): Promise<void>
  /** Deletes an own view, or hides the view of another user from all users. The message offers to undo it. */
  remove(view: SavedView): Promise<void>
}

/** The views of a list that the user has saved, and those of other users for all. */
export function useSavedViews(list: string): SavedViews {
  const words = lists.useWords()
  const may = useMay()
  const mayShare = may('savedViews.share')
  const { data } = useQuery({ ...trpc.admin.account.views.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
  const saveView = useMutation(trpc.admin.account.saveView.mutationOptions())
  const deleteView = useMutation(trpc.admin.account.deleteView.mutationOptions())
  const share = useMutation(trpc.admin.savedViews.share.mutationOptions())
  const save = async ({ id, name, search, isShared }: NewView) => {
    const set = Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
    const { view } = await saveView.mutateAsync({ id, list, name, search: Object.fromEntries(set) })
    if (mayShare && view.is_shared !== isShared) await share.mutateAsync({ id: view.id, is_shared: isShared })
  }
  return {
    views:
      data?.views.filter((view) => view.list === list).map((view) => ({ ...view, search: listSearch(view.search) })) ??
      [],
    mayShare,
    save,
    async remove({ id, name, search, is_own, is_shared: isShared }) {
      if (is_own) {
        await deleteView.mutateAsync({ id })
        notifyUndoable(words.viewDeleted(name), () => save({ id: undefined, name, search, isShared }))
      } else {
        await share.mutateAsync({ id, is_shared: false })
        notifyDone(words.viewHidden(name))
      }
    },
  }
}
