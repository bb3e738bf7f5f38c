import { useSyncExternalStore } from 'react'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof LANGUAGES

const KEY = 'cartwright.language'
/** Reading the languages of the browser is slow. */
const browserLanguages = navigator.languages
const listeners = new Set<() => void>()

const isLanguage = (name: string | null | undefined): name is Language => name != null && name in LANGUAGES

function initialLanguage(): Language {
  const stored = localStorage.getItem(KEY)
  if (isLanguage(stored)) return stored
  return browserLanguages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

let language = initialLanguage()

export const currentLanguage = (): Language => language

export function setLanguage(next: Language): void {
  language = next
  localStorage.setItem(KEY, next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** The locale of dates and numbers: the region of the browser in the language of the console. */
export function currentLocale(): string {
  return browserLanguages.find((tag) => tag.startsWith(language)) ?? language
}

/** The direction of the text of a language, for right-to-left layouts. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'])
