import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { type Languages, languageOf } from './language.ts'

/** Stores the chain of each language. `queueTitles` then stores the titles that the languages show. */
export async function storeChains(em: EntityManager, languages: Languages): Promise<void> {
  const others = languages.codes.slice(1)
  const rows = (await selectCollations(em, others)).flatMap(({ code: language, ...collation }) =>
    languageOf(languages, language).chain.map((code, place) => ({ language, place, code, ...collation })),
  )
  await setChains(em, JSON.stringify(rows))
}

/** Stores the chains of the languages of the store, if it exists. */
export async function storeChainsOfShop(em: EntityManager): Promise<void> {
  const [languages] = await lockLanguages(em)
  if (languages) await storeChains(em, languages)
}

/**
 * Creates or drops one search index of a language, in a separate transaction. Writers of translations wait for it. Returns false if the
 * indexes are complete.
 */
export async function indexNextLanguage(em: EntityManager): Promise<boolean> {
  await em.execute('set local statement_timeout = 0')
  const [indexed] = await indexTranslations(em)
  return indexed?.is_changed === true
}

/** Indexes the translations after the commit, and stores the titles of products where a chain has changed. */
export const queueTitles = (em: EntityManager): Promise<void> =>
  enqueue(em, 'store_titles', { payload: {}, key: 'store_titles' })

/** Queues the titles that the shop lacks. */
export async function queueMissingTitles(em: EntityManager): Promise<void> {
  if ((await selectUnstored(em)).length > 0) await queueTitles(em)
}

const selectUnstored = statement('select from language_chain where unstored_after is not null limit 1')

const lockLanguages = statement<Languages>(
  'select languages as codes, language_fallbacks as fallbacks from store for no key update',
)

const indexTranslations = statement<{ is_changed: boolean }>('select index_translations() as is_changed')

const setChains = statement('select set_language_chains($1::jsonb)')

interface Collation {
  code: string
  /** Null in PostgreSQL without ICU. */
  collation_name: string | null
  collation_version: string | null
}

const selectCollations = statement<Collation, [codes: readonly string[]]>(`
  select code, collname as collation_name, pg_collation_actual_version(oid) as collation_version
  from unnest($1::text[]) code left join lateral (
    select oid, collname from pg_collation where collprovider = 'i' and collnamespace = 'pg_catalog'::regnamespace
      and collname in (code || '-x-icu', split_part(code, '-', 1) || '-x-icu', 'und-x-icu')
    order by collname = 'und-x-icu', length(collname) desc limit 1
  ) best on true`)
