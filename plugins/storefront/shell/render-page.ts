import { html, type Markup } from 'cartwright'
import type { Visit } from '../site/visit.ts'
import type { Language } from '../texts/languages.ts'
import { wishForm } from '../wishlist/wish-button.ts'
import { readNavigation } from './navigation.ts'
import type { PageStyles } from './style.ts'

export interface PageContent {
  title: string
  /** A sentence for search engines. */
  description?: string | undefined
  main: Markup
  /** Whether search engines list the page. Default: the option `isListed` of the page. */
  isListed?: boolean
  /** The languages that have the page. Default: all. */
  languages?: readonly Language[]
  /** A layout without navigation, for the checkout. */
  isFocused?: boolean
  /** Whether a focused page has the script. Default: false. */
  hasScript?: boolean
  /** The address that the browser opens next, without a click. */
  leadsTo?: string
  /** The picture of links to the page. */
  picture?: string | null
  /** The styles of the page. Default: those of all pages. */
  styles?: PageStyles
  /** Data for search engines. */
  data?: readonly object[]
}

/** A whole page in the layout of the shop. */
export async function renderPage(visit: Visit, content: PageContent): Promise<Markup> {
  const navigation = content.isFocused ? [] : await readNavigation(visit.store)
  const main = content.isFocused ? content.main : html`${content.main}${wishForm(visit)}`
  const isListed = content.isListed ?? visit.isListed ?? true
  const previewed = visit.preview && ({ isListed: false, styles: 'all' } as const)
  return visit.site.components.layout(visit, { ...content, main, navigation, isListed, ...previewed })
}
