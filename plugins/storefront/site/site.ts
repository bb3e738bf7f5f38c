import type { Texts } from '../texts/en.ts'
import { english, german, type Language } from '../texts/languages.ts'
import type { Theme, ThemeChanges } from '../theme/theme.ts'
import { themeOfCode } from '../theme/theme-of-code.ts'
import { type Components, components } from './components.ts'
import type { Page } from './page.ts'

export interface StorefrontOptions {
  /** The first language has paths without a prefix. Default: English and German. */
  languages?: readonly [Language, ...Language[]]
  /** Other texts by the code of the language. */
  texts?: Readonly<Record<string, TextChanges>>
  /** Functions that replace parts of the pages, or whole pages. */
  components?: Partial<Components>
  /** Colours, fonts and other tokens. The console can change each of them. */
  theme?: ThemeChanges
  /** CSS after that of the storefront. It is a stylesheet of the shop, so the policy of the pages needs no exception. */
  styles?: string
  /** More pages and forms by their names. One with the path of a page of the storefront replaces it. */
  pages?: Readonly<Record<string, Page>>
  /** The country before the visitor chooses one, such as `de`. Default: the first country of the first region. */
  country?: string
}

export type TextChanges = { readonly [Section in keyof Texts]?: Partial<Texts[Section]> }

/** The storefront with its options. */
export interface Site {
  readonly languages: readonly [Language, ...Language[]]
  readonly components: Components
  readonly country: string | undefined
  /** The theme without the changes of the console. */
  readonly theme: Theme
  readonly styles: string
  /** Mistakes in the options. The shop then does not start. */
  readonly problems: readonly string[]
}

export function siteOf({ languages = [english, german], texts = {}, country, ...options }: StorefrontOptions): Site {
  const [first, ...others] = languages.map((language) => withTexts(language, texts[language.code]))
  if (!first) throw new TypeError('The storefront needs a language')
  return {
    languages: [first, ...others],
    components: { ...components, ...options.components },
    country,
    ...themeOfCode(options.theme),
    styles: options.styles ?? '',
  }
}

function withTexts(language: Language, changes: TextChanges = {}): Language {
  const sections = Object.entries(language.texts).map(([name, section]) => [
    name,
    { ...section, ...changes[name as keyof Texts] },
  ])
  return { ...language, texts: Object.fromEntries(sections) as Texts }
}
