import type { EntityManager } from '@mikro-orm/postgresql'
import { findTranslations } from '#entities/platform/translation/translation.ts'
import { negotiate } from './language.ts'
import { languagesOf } from './shop-languages.ts'

export type TextOf = (row: { id: string }, column: string) => string | undefined

/**
 * Returns a function for the texts of rows in the language of a cart or an order. It returns undefined for a text of the default
 * language. Sends no statement for the default language.
 */
export async function textsInLocale(em: EntityManager, locale: unknown, ids: readonly string[]): Promise<TextOf> {
  const languages = typeof locale === 'string' && ids.length > 0 ? await languagesOf(em) : undefined
  const chain = languages && typeof locale === 'string' ? negotiate(languages, locale).chain : []
  const found = chain.length > 0 ? await findTranslations(em, [...new Set(ids)], chain) : []
  const texts = new Map(found.map((row) => [`${row.row_id} ${row.language}`, row.texts]))
  return ({ id }, column) =>
    chain.map((language) => texts.get(`${id} ${language}`)?.[column]).find((text) => text !== undefined)
}
