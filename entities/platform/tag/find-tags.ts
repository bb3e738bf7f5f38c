import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { TAGGED_RESOURCES, type TaggedResource } from './tag.ts'

const MAX_FOUND = 100

/** Returns at most 100 tags that rows have, by name. `pattern` is an `ilike` pattern. */
export const findTags = async (em: EntityManager, resource: TaggedResource, pattern: string): Promise<string[]> =>
  (await selectTags[resource](em, pattern, MAX_FOUND)).map(({ name }) => name)

const selectTagsOf = (resource: TaggedResource) =>
  statement<{ name: string }>(`
    select name from tag t where resource = '${resource}' and name ilike $1
      and exists (select 1 from "${resource}" r where r.tags && array[t.name])
    order by name limit $2`)

const selectTags = Object.fromEntries(TAGGED_RESOURCES.map((resource) => [resource, selectTagsOf(resource)])) as Record<
  TaggedResource,
  ReturnType<typeof selectTagsOf>
>

/** SQL for the IDs of rows with a tag that matches the `ilike` pattern of its parameter. */
export const taggedIdsSql = (resource: TaggedResource): string => `
  select id from "${resource}" where tags && (
    select array_agg(name) from (select name from tag where resource = '${resource}' and name ilike ? limit ${MAX_FOUND}) found)`

/** A query for the IDs of rows with a tag that matches the `ilike` pattern. */
export const selectTaggedIds = (resource: TaggedResource, pattern: string): RawQueryFragment =>
  raw(`(${taggedIdsSql(resource)})`, [pattern])
