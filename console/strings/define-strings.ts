import { use } from 'react'
import { type Language, useLanguage } from '#console/app/language.ts'

type Words = Readonly<Record<string, string | ((...values: never[]) => string)>>

/** The words of another language: the same keys, and functions with the same parameters. */
export type Translation<English extends Words> = {
  readonly [Key in keyof English]: English[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

export interface Catalogue<English extends Words> {
  readonly en: English
  /** Returns the words in the language of the user. */
  useWords(): Translation<NoInfer<English>>
}

/**
 * The words of one area. English is a part of the code. The other languages are loaded when they are first used.
 * @example `export const customers = defineStrings(en, { de: () => import('./de/customers.ts') })`
 */
export function defineStrings<English extends Words>(
  en: English,
  others: Record<Exclude<Language, 'en'>, () => Promise<{ words: Translation<English> }>>,
): Catalogue<English>
export function defineStrings(
  en: Words,
  others: Record<Exclude<Language, 'en'>, () => Promise<{ words: Words }>>,
): { en: Words; useWords(): Words } {
  const loaded = new Map<Language, Promise<Words>>()
  const load = (language: Exclude<Language, 'en'>): Promise<Words> => {
    const words = loaded.get(language) ?? others[language]().then((module) => module.words)
    loaded.set(language, words)
    words.catch(() => loaded.delete(language))
    return words
  }
  return {
    en,
    useWords() {
      const language = useLanguage()
      return language === 'en' ? en : use(load(language))
    },
  }
}

export { plural } from './plural.ts'
