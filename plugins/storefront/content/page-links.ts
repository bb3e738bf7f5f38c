import { html, type Markup } from 'cartwright'
import { pathIn } from '../site/path-in.ts'
import type { View } from '../site/view.ts'
import type { Language } from '../texts/languages.ts'
import type { Purpose } from './written-page.ts'

/** A published page. */
export interface PageOfShop {
  slug: string
  purpose: Purpose
  titles: Readonly<Record<string, string>>
}

export const pathOfPage = ({ slug }: Pick<PageOfShop, 'slug'>): `/${string}` => `/pages/${slug}`

/** The languages of the storefront that have the page. */
export const languagesOf = ({ site }: Pick<View, 'site'>, { titles }: PageOfShop): Language[] =>
  site.languages.filter(({ code }) => titles[code])

/** A link to the page in the language of the view or in another one, or false if the page has no text. */
export function pageLink(view: View, page: PageOfShop): Markup | false {
  const { site, language } = view
  const languages = languagesOf(view, page)
  const shown = languages.find(({ code }) => code === language.code) ?? languages[0]
  if (!shown) return false
  const { code } = shown
  const isOther = code !== language.code
  return html`<a href="${pathIn(site, shown, pathOfPage(page))}"${isOther && html` hreflang="${code}" lang="${code}"`}>${page.titles[code]}</a>`
}

/** Links to the pages that the law wants next to the button of an order. */
export function linksBeforeOrder(view: View): Markup | false {
  const links = (['terms', 'withdrawal', 'privacy'] as const).flatMap((purpose) => {
    const page = view.writtenPages.find((one) => one.purpose === purpose)
    return (page && pageLink(view, page)) || []
  })
  if (links.length === 0) return false
  return html`<div class="before-order"><p>${view.texts.checkout.applies}</p><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></div>`
}
