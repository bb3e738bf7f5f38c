import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, findRows, insertRow, lockRow, type Row } from '#database/rows.ts'
import { Duplicate, NotAllowed, NotFound } from '#entities/errors.ts'
import { User } from '../user/user.ts'
import { SavedView } from './saved-view.ts'

/** The largest number of own views of all lists. */
const MAX_VIEWS = 200

export type NewView = Pick<SavedView, 'user_id' | 'list' | 'name' | 'search'>

/**
 * Saves a view of a user. A view of the list with the name is replaced. With an ID, the view gets the name and the search.
 * @throws NotAllowed for too many views, NotFound for a view of another user, Duplicate for a name of another own view.
 */
export async function saveView(
  em: EntityManager,
  { id, ...view }: NewView & { id?: string | undefined },
): Promise<Row<SavedView>> {
  // The lock makes the limit and the name hold for concurrent requests.
  await lockRow(em, User, { id: view.user_id }, 'no key update')
  const own = await findRows(em, SavedView, { user_id: view.user_id })
  const stored = own.find(({ list, name }) => list === view.list && name === view.name)
  if (id !== undefined) {
    const changed = own.find((one) => one.id === id && one.list === view.list)
    if (!changed) throw notFound(id)
    if (stored && stored !== changed)
      throw new Duplicate(`You have a view ${view.name} of this list already`)
        .about('name')
        .because({ name: 'value_exists', field: 'name', value: view.name })
    return Object.assign(changed, { name: view.name, search: view.search })
  }
  if (stored) return Object.assign(stored, { search: view.search })
  if (own.length >= MAX_VIEWS)
    throw new NotAllowed(`You have ${MAX_VIEWS} saved views. Delete one first.`).because({
      name: 'too_many_views',
      limit: MAX_VIEWS,
    })
  return insertRow(em, SavedView, view)
}

/** @throws NotFound for a view of another user. */
export async function deleteOwnView(em: EntityManager, id: string, user_id: string): Promise<void> {
  const view = await lockRow(em, SavedView, { id, user_id })
  if (!view) throw notFound(id)
  deleteRow(em, view)
}

/** Shows an own view to all users, or hides any view from them. @throws NotFound for a view that the user does not see. */
export async function shareView(
  em: EntityManager,
  { id, user_id, is_shared }: { id: string; user_id: string; is_shared: boolean },
): Promise<Row<SavedView>> {
  const view = await lockRow(em, SavedView, { id })
  if (!view || (view.user_id !== user_id && !view.is_shared)) throw notFound(id)
  view.is_shared = is_shared
  return view
}

const notFound = (id: string) => new NotFound(`View with id: ${id} was not found`)
