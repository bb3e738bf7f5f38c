import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { findRows, lockRows } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { newId } from '#entities/values/id.ts'
import type { TaggedResource } from './tag.ts'
import { changedTags, type TagChange } from './tag-names.ts'

export interface Tagged {
  id: string
  tags?: string[] | null
}

interface TaggedRows extends TagChange {
  ids: readonly string[]
  resource: TaggedResource
  entity: EntityClass<Tagged>
}

/** Changes the tags of all rows or of none. @throws NotFound for an unknown ID, InvalidData for too many tags. */
export async function changeTags(em: EntityManager, { ids, resource, entity, ...change }: TaggedRows): Promise<void> {
  const rows = await lockRows(em, entity, { id: [...new Set(ids)] }, 'no key update')
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new NotFound(`The ${resource} with the id ${missing} was not found`)
  const changed = rows.filter((row) => {
    const before = row.tags?.join() ?? ''
    row.tags = changedTags(row.tags, change)
    return (row.tags?.join() ?? '') !== before
  })
  if (changed.length === 0) return
  await em.flush()
  await addTagNames(em, resource, change.add)
  const announcements = changed.map(({ id }): Announcement => ({ name: `${resource}.updated`, payload: { id } }))
  await announceAll(em, announcements)
}

/** Stores tags that rows have, so that searches and suggestions find them. */
export async function addTagNames(
  em: EntityManager,
  resource: TaggedResource,
  names: readonly string[],
): Promise<void> {
  const ids = names.map(() => newId('tag'))
  if (ids.length > 0) await insertTags(em, resource, ids, names)
}

/** The tags of rows in the order of their IDs. */
export async function readTags(
  em: EntityManager,
  entity: EntityClass<Tagged>,
  ids: readonly string[],
): Promise<{ id: string; tags: string[] }[]> {
  const rows = await findRows(em, entity, { id: [...new Set(ids)] })
  return rows.map(({ id, tags }) => ({ id, tags: tags ?? [] }))
}

const insertTags = statement<object>(`
  insert into tag (id, created_at, updated_at, resource, name)
  select id, now(), now(), $1, name from unnest($2::text[], $3::text[]) t (id, name) order by name
  on conflict (resource, name) do nothing`)
