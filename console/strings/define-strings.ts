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
  load(language: Language): Translation<NoInfer<English>> | Promise<Translation<NoInfer<English>>>
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
): { en: Words; load(language: Language): Words | Promise<Words> } {
  const loaded = new Map<Language, Promise<Words>>()
  return {
    en,
    load(language) {
      if (language === 'en') return en
      const words = loaded.get(language) ?? others[language]().then((module) => module.words)
      loaded.set(language, words)
      words.catch(() => loaded.delete(language))
      return words
    },
  }
}

/** Returns the words in the language of the user. */
export function useStrings<English extends Words>(catalogue: Catalogue<English>): Translation<English> {
  const words = catalogue.load(useLanguage())
  return words instanceof Promise ? use(words) : words
}

export { plural } from './plural.ts'
