import { currentLocale, useLanguage } from '#console/app/language.ts'

/** Frequent languages of shops. A shop can have any other language by its tag over the API. */
const TAGS =
  'ar bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-US es es-AR es-MX et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gsw he hi hr hu hy id is it it-CH ja ka kk ko lb lt lv mk ms mt nb nl nl-BE nn pl pt pt-BR ro ru sk sl sq sr sv ta te th tr uk ur uz vi zh-Hans zh-Hant'.split(
    ' ',
  )

/** The name of a language in the language of the user, with its tag. */
export function languageName(tag: string): string {
  try {
    return `${new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(tag) ?? tag} (${tag})`
  } catch {
    return tag
  }
}

/** Languages by name, as options of a select. Contains `used`, too. */
export function useLanguageOptions(used: readonly string[]): { value: string; label: string }[] {
  useLanguage()
  return [...new Set([...TAGS, ...used])]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
