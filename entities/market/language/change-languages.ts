import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Store } from '../store/store.ts'
import { canonicalTag } from './language.ts'
import { forgetLanguages } from './shop-languages.ts'
import { queueTitles, storeChains } from './store-chains.ts'

export const MAX_LANGUAGES = 50

export interface LanguageChanges {
  languages?: readonly string[] | null | undefined
  language_fallbacks?: Readonly<Record<string, string>> | null | undefined
}

/**
 * Sets the languages of a locked store. The texts of a language that is removed stay stored, so that the language can come back.
 * @throws InvalidData if a tag is wrong, the default language changes although texts are translated, or a fallback leads nowhere.
 */
export async function changeLanguages(em: EntityManager, store: Row<Store>, changes: LanguageChanges): Promise<void> {
  const languages = changes.languages ? changes.languages.map(assertTag) : store.languages
  if (new Set(languages).size < languages.length)
    throw new InvalidData('Each language can be in the list once')
      .about('languages')
      .because({ name: 'language_repeated' })
  const [initial] = store.languages
  if (initial !== undefined && languages[0] !== initial && (await hasTranslations(em)))
    throw new InvalidData(
      `The default language is ${initial}, because the texts themselves are in ${initial}. It can change while nothing is translated.`,
    )
      .about('languages')
      .because({ name: 'default_language', language: initial })
  const given = changes.language_fallbacks ?? store.language_fallbacks
  const fallbacks = Object.entries(given).map(([from, to]) => [assertTag(from), assertTag(to)] as const)
  if (changes.language_fallbacks) for (const pair of fallbacks) assertFallback(languages, pair)
  forgetLanguages(em)
  store.languages = languages
  store.language_fallbacks = Object.fromEntries(
    fallbacks.filter((pair) => pair.every((one) => languages.includes(one))),
  )
  await storeChains(em, { codes: languages, fallbacks: store.language_fallbacks })
  await queueTitles(em)
}

function assertTag(text: string): string {
  const tag = canonicalTag(text)
  if (tag) return tag
  throw new InvalidData('A language must be a tag such as de or pt-BR')
    .about('languages')
    .because({ name: 'language_invalid' })
}

function assertFallback(languages: readonly string[], [from, to]: readonly [string, string]): void {
  if (from !== to && from !== languages[0] && languages.includes(from) && languages.includes(to)) return
  throw new InvalidData(`${to} cannot replace the missing texts of ${from}. Both must be languages of the store.`)
    .about('language_fallbacks')
    .because({ name: 'language_fallback_invalid', from, to })
}

const hasTranslations = async (em: EntityManager): Promise<boolean> => (await selectTranslation(em)).length > 0
const selectTranslation = statement('select 1 as found from translation limit 1')
