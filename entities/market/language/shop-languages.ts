import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { shopOf } from '#entities/shop.ts'
import type { Languages } from './language.ts'

/*
 * Each process remembers the languages of its shop. A change of the languages renews the version of the settings, and a process that
 * sees another version reads the languages again.
 */

/** Returns undefined if the texts of the shop have one language. Reads the database once in a process. */
export async function languagesOf(em: EntityManager): Promise<Languages | undefined> {
  const shop = shopOf(em)
  if (shop.languages) return shop.languages.known
  const languages = await readLanguages(em)
  // A transaction can read languages that it rolls back later.
  if (!em.isInTransaction()) shop.languages = languages
  return languages.known
}

/** Always reads the database. */
export async function readLanguages(em: EntityManager): Promise<{ version: string; known: Languages | undefined }> {
  const [row] = await selectLanguages(em)
  if (!row || row.codes.length === 0) return { version: row?.version ?? '', known: undefined }
  const { version, ...known } = row
  return { version, known }
}

/** Returns true if the process knew the languages of another version. The next caller reads them again. */
export function forgetOldLanguages(em: Pick<EntityManager, 'config'>, version: string): boolean {
  const shop = shopOf(em)
  if (!shop.languages || shop.languages.version === version) return false
  shop.languages = undefined
  return true
}

/** After a change of the languages. Another process sees the new version of the settings. */
export function forgetLanguages(em: Pick<EntityManager, 'config'>): void {
  shopOf(em).languages = undefined
}

const selectLanguages = statement<Required<Languages> & { version: string }>(`
  select (select version from settings_version) as version, languages as codes, language_fallbacks as fallbacks,
    coalesce((select json_object_agg(language, collation_name) from language_chain where place = 0), '{}') as collations,
    array(select language from language_chain where place = 0 and unstored_after is null) as stored
  from store`)
