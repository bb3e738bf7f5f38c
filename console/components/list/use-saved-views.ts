import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { type ListSearch, listSearch } from '#console/app/list-search.ts'

export interface View {
  name: string
  search: ListSearch
}

interface SavedViews {
  views: readonly View[]
  save(views: readonly View[]): void
}

/** The views of a list that the user has saved. They are a part of the metadata of the user, so every device has them. */
export function useSavedViews(list: string): SavedViews {
  const key = `console_views_${list}`
  const { data } = useQuery(trpc.admin.auth.current.queryOptions())
  const update = useMutation(trpc.admin.users.update.mutationOptions())
  const stored = update.isPending ? update.variables.metadata : data?.user.metadata
  return {
    views: viewsOf(stored?.[key]),
    save: (views) => data && update.mutate({ id: data.user.id, metadata: { [key]: views } }),
  }
}

/** Other programs may write the metadata, so values of other types are left out. */
function viewsOf(value: unknown): View[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((view: unknown) => {
    if (!isRecord(view) || typeof view.name !== 'string' || !isRecord(view.search)) return []
    return [{ name: view.name, search: listSearch(view.search) }]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
