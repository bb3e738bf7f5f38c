import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { newId } from '#entities/values/id.ts'

const normalizeTags = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '')),
]

/** `tags` maps the ids of stored claim items to tag values. */
export async function addClaimTags(em: EntityManager, tags: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const pairs = Array.from(tags, ([id, values]) => normalizeTags(values).map((value) => ({ id, value }))).flat()
  if (pairs.length === 0) return
  // Sorted, so that two claims that insert the same tags cannot deadlock.
  const values = [...new Set(pairs.map(({ value }) => value))].sort()
  await insertTags(
    em,
    values.map(() => newId('ctag')),
    values,
  )
  await linkTags(
    em,
    pairs.map(({ id }) => id),
    pairs.map(({ value }) => value),
  )
}

/** `tagIds` maps the ids of claim items to the tags that stay. Removes the other tags of these items. */
export async function replaceClaimTags(
  em: EntityManager,
  tagIds: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (tagIds.size === 0) return
  const pairs = Array.from(tagIds, ([item, tags]) => tags.map((tag) => ({ item, tag }))).flat()
  await unlinkTags(
    em,
    [...tagIds.keys()],
    pairs.map(({ item }) => item),
    pairs.map(({ tag }) => tag),
  )
}

const unlinkTags = statement(`
  delete from claim_item_tags l where l.claim_item_id = any($1::text[]) and (l.claim_item_id, l.claim_tag_id) not in (
    select item, tag from unnest($2::text[], $3::text[]) as kept(item, tag))`)
const insertTags = statement(`
  insert into claim_tag (id, created_at, updated_at, value)
  select id, now(), now(), value from unnest($1::text[], $2::text[]) as made(id, value) order by value
  on conflict (value) where deleted_at is null do nothing`)

const linkTags = statement(`
  with links as materialized (
    select given.id, t.id as tag from unnest($1::text[], $2::text[]) as given(id, value)
    join claim_tag t on t.value = given.value and t.deleted_at is null)
  insert into claim_item_tags (claim_item_id, claim_tag_id) select id, tag from links
  on conflict do nothing`)
