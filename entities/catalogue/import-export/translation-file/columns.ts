import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { canonicalTag } from '#entities/market/language/language.ts'
import { readLanguages } from '#entities/market/language/shop-languages.ts'
import { notInStore } from '#entities/market/language/translate-rows.ts'
import {
  duplicateColumnError,
  emptyFileError,
  HeaderProblems,
  missingColumnError,
  unknownColumnError,
} from '../csv/header-problems.ts'
import { titleKey } from '../csv/title-key.ts'

/* A file of translations has a line for each text of a row, and a column for each language. The default language is the original. */

export const ENTITY = 'Entity'
export const ID = 'ID'
export const TEXT = 'Text'
export const KEY_TITLES = [ENTITY, ID, TEXT]

export type TextFileColumn =
  | { of: 'entity' | 'id' | 'text' | 'nothing' }
  | { of: 'original' | 'translation'; language: string }

const KEYS = new Map<string, TextFileColumn>([
  [titleKey(ENTITY), { of: 'entity' }],
  [titleKey(ID), { of: 'id' }],
  [titleKey(TEXT), { of: 'text' }],
])

export const isTextTitle = (title: string): boolean => KEYS.has(titleKey(title)) || canonicalTag(title) !== undefined

/**
 * Returns the languages of the store, the default language first.
 * @throws InvalidData if the store has one language.
 */
export async function translatedLanguages(em: EntityManager): Promise<readonly [initial: string, ...string[]]> {
  const { known } = await readLanguages(em)
  const [initial, ...others] = known?.codes ?? []
  if (initial !== undefined && others.length > 0) return [initial, ...others]
  throw new InvalidData('The store has one language. Add a language to the languages of the store.').because({
    name: 'shop_has_one_language',
  })
}

/** @throws BatchRefused with the problems of the titles. */
export function readTextTitles(titles: readonly string[], languages: readonly string[]): TextFileColumn[] {
  const problems = new HeaderProblems()
  const seen = new Set<string>()
  const columns = titles.map((title): TextFileColumn => {
    const column = columnOf(title, languages)
    if (!column) problems.add(() => unknownTitle(title, languages))
    if (!column || column.of === 'nothing') return { of: 'nothing' }
    const key = 'language' in column ? column.language : column.of
    if (seen.has(key)) problems.add(() => duplicateColumnError(title))
    seen.add(key)
    return column
  })
  if (columns.every(({ of }) => of === 'nothing')) problems.add(() => emptyFileError(KEY_TITLES))
  const missing = KEY_TITLES.filter((title) => !seen.has(titleKey(title)))
  if (missing.length > 0 && seen.size > 0) problems.add(() => missingColumnError(missing))
  problems.assertNone()
  return columns
}

function columnOf(title: string, languages: readonly string[]): TextFileColumn | undefined {
  if (titleKey(title) === '') return { of: 'nothing' }
  const named = KEYS.get(titleKey(title))
  if (named) return named
  const language = canonicalTag(title.trim())
  if (language === undefined || !languages.includes(language)) return undefined
  return { of: language === languages[0] ? 'original' : 'translation', language }
}

function unknownTitle(title: string, languages: readonly string[]): InvalidData {
  const language = canonicalTag(title.trim())
  return language === undefined || language.length > 11
    ? unknownColumnError(title, [...KEY_TITLES, ...languages])
    : notInStore(language, languages.slice(1))
}
