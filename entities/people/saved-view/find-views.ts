import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { SavedView } from './saved-view.ts'

export interface FoundView extends Pick<SavedView, 'id' | 'list' | 'name' | 'search' | 'is_shared'> {
  is_own: boolean
}

/** The views of a user and the shared ones of other users, in the order of their names. */
export const findViews = (em: EntityManager, user_id: string): Promise<FoundView[]> => selectViews(em, user_id)

const selectViews = statement<FoundView>(`
  select id, list, name, search, is_shared, user_id = $1 as is_own from saved_view
  where user_id = $1 or is_shared order by lower(name), id limit 1000`)
