import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

const PRODUCTS_AT_ONCE = 1000

/**
 * Waits for the transactions that store words of the previous default language, as the trigger of a new product reads the language before the
 * product is visible. Later writers of products wait for the lock, and then read the new language.
 */
export const waitForOldWords = statement('lock table product in share mode')

/**
 * After a change of the default language, stores the words of the next products after this id with its stems. Returns the id of the last of
 * them, or null after the last product.
 */
export async function storeNextWords(em: EntityManager, after: string): Promise<string | null> {
  const ids = (await lockProducts(em, after, PRODUCTS_AT_ONCE)).map(({ id }) => id)
  await storeWords(em, ids)
  if (ids.length > 0) await changeCatalogue(em)
  return ids.length < PRODUCTS_AT_ONCE ? null : (ids.at(-1) ?? null)
}

/** A transaction that changes a title or a description of these products comes earlier or later. */
const lockProducts = statement<{ id: string }, [after: string, count: number]>(`
  select p.id from product p join product_search s on s.product_id = p.id
  where p.id > $1 and s.language <> (select default_language()) order by p.id limit $2 for no key update of p`)

/** A statement that computed the words in its `set` clause would be refused in a Citus cluster. */
const storeWords = statement<object, [ids: readonly string[]]>(`
  with shown as materialized (
    select id, product_words(title, description, language) as words, language
    from product, (select default_language() as language) of_shop where id = any($1::text[])
  )
  update product_search s set words = shown.words, language = shown.language from shown where s.product_id = shown.id`)

/** Stored responses of searches lack the products with other words. */
const changeCatalogue = statement('select append_catalogue_change()')
