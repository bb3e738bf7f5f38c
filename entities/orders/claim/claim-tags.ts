import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { newId } from '#entities/values/id.ts'

/** The words as tags are stored: trimmed, in lower case, each once. */
const normalisedTags = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')),
]

/** Gives claim items, which are stored, tags beside those that they have; a tag is shared by all claims. */
export async function addClaimTags(em: EntityManager, tagged: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const pairs = Array.from(tagged, ([id, words]) => normalisedTags(words).map((value) => ({ id, value }))).flat()
  if (pairs.length === 0) return
  // In one order, so that two claims never wait for the tags of each other.
  const values = [...new Set(pairs.map(({ value }) => value))].sort()
  await makeTags(
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

/** Takes all tags of some claim items away but those whose ids are among those of the item. */
export async function replaceClaimTags(em: EntityManager, kept: ReadonlyMap<string, readonly string[]>): Promise<void> {
  if (kept.size === 0) return
  const pairs = Array.from(kept, ([item, tags]) => tags.map((tag) => ({ item, tag }))).flat()
  await dropTags(
    em,
    [...kept.keys()],
    pairs.map(({ item }) => item),
    pairs.map(({ tag }) => tag),
  )
}

const dropTags = statement(`
  delete from claim_item_tags l where l.claim_item_id = any($1::text[]) and (l.claim_item_id, l.claim_tag_id) not in (
    select item, tag from unnest($2::text[], $3::text[]) as kept(item, tag))`)
const makeTags = statement(`
  insert into claim_tag (id, created_at, updated_at, value)
  select id, now(), now(), value from unnest($1::text[], $2::text[]) as made(id, value) order by value
  on conflict (value) where deleted_at is null do nothing`)

const linkTags = statement(`
  insert into claim_item_tags (claim_item_id, claim_tag_id)
  select given.id, t.id from unnest($1::text[], $2::text[]) as given(id, value)
  join claim_tag t on t.value = given.value and t.deleted_at is null
  on conflict do nothing`)
