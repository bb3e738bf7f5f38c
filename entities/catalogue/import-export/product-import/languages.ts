import { canonicalTag, type Languages } from '#entities/market/language/language.ts'
import { parsingFailed } from '../csv/read-csv.ts'

/** The returned function throws for a language that the shop does not translate to. The default language has the plain columns. */
export function languageFinder(known: Languages | undefined): (tag: string, title: string) => string {
  const [initial, ...languages] = known?.codes ?? []
  return (tag, title) => {
    const language = canonicalTag(tag)
    if (language !== undefined && languages.includes(language)) return language
    const plain = title.slice(0, title.lastIndexOf(' ('))
    const advice =
      language !== undefined && language === initial
        ? `${initial} is the default language. Its column is "${plain}".`
        : languages.length > 0
          ? `The languages are ${languages.join(', ')}.`
          : 'Add the language to the languages of the store.'
    throw parsingFailed(`The column "${title}" is in a language that the store does not translate to. ${advice}`, {
      name: 'language_not_in_store',
      ...{ language: language ?? tag, languages: languages.join(', ') },
    })
  }
}
