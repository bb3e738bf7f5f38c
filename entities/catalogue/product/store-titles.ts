import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

const PRODUCTS_AT_ONCE = 1000
const TITLES_AT_ONCE = 10_000

/** Stores the titles of the next products that a changed chain of a language shows. Returns false if all titles are stored. */
export async function storeNextTitles(em: EntityManager, count = PRODUCTS_AT_ONCE): Promise<boolean> {
  await holdChains(em)
  const [{ after } = { after: null }] = await selectProgress(em)
  if (after === null) return false
  const ids = (await lockProducts(em, after, count)).map(({ id }) => id)
  await storeTitlesOf(em, ids)
  await recordProgress(em, ids.length < count ? null : (ids.at(-1) ?? null))
  return true
}

/** Deletes titles of languages that the shop has no longer. Returns false if there are none. */
export async function deleteUnusedTitles(em: EntityManager): Promise<boolean> {
  await holdChains(em)
  return (await deleteTitles(em, TITLES_AT_ONCE)).length > 0
}

/** A change of the languages waits for this lock, and the transaction sees the chains of the last change. */
const holdChains = statement('select from store for share')

const selectProgress = statement<{ after: string | null }>('select min(unstored_after) as after from language_chain')

/** A transaction that changes a title or a translation of these products comes earlier or later. */
const lockProducts = statement<{ id: string }, [after: string, count: number]>(
  'select id from product where id > $1 order by id limit $2 for no key update',
)

const storeTitlesOf = statement<object, [ids: readonly string[]]>('select store_product_titles($1::text[])')

/** `last` is null after the last product. */
const recordProgress = statement<object, [last: string | null]>(
  'update language_chain set unstored_after = $1::text where unstored_after is not null and ($1::text is null or unstored_after < $1)',
)

const deleteTitles = statement<object, [count: number]>(`
  delete from product_title where (product_id, language) in (
    select product_id, language from product_title where language <> all(array(select language from language_chain)) limit $1
  ) returning 1 as deleted`)
