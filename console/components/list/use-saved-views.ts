import { type ListSearch, listSearch } from '#console/app/list-search.ts'
import { useUserSetting } from '#console/app/use-user-setting.ts'

export interface View {
  name: string
  search: ListSearch
}

interface SavedViews {
  views: readonly View[]
  save(views: readonly View[]): void
}

/** The views of a list that the user has saved. */
export function useSavedViews(list: string): SavedViews {
  const { value, save } = useUserSetting(`views_${list}`)
  return { views: viewsOf(value), save }
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
