import { html, type Markup } from 'cartwright'
import { pathIn } from '../site/path-in.ts'
import type { View } from '../site/view.ts'
import type { Language } from '../texts/languages.ts'
import { absolute } from './absolute.ts'

/** The canonical address of the page, and the same page in the other languages that have it. */
export function headLinks(view: View, languages: readonly Language[] = view.site.languages): Markup {
  const { url, site, pagePath, language } = view
  const page = Number(url.searchParams.get('page'))
  const query = page > 1 ? `?page=${page}` : ''
  const address = (one: typeof language) => url.origin + pathIn(site, one, pagePath) + query
  return html`<link rel="canonical" href="${address(language)}">
${languages.map((one) => html`<link rel="alternate" hreflang="${one.code}" href="${address(one)}">`)}
<link rel="alternate" hreflang="x-default" href="${address(languages[0] ?? language)}">`
}

interface Preview {
  title: string
  description: string | undefined
  /** A picture of the page, or undefined. */
  picture: string | null | undefined
}

/** The card that messengers and social networks show for a link. */
export function linkPreview(
  { shopName, url, language, pictures }: View,
  { title, description, picture }: Preview,
): Markup {
  const image = picture && absolute(pictures.get(picture)?.src ?? picture, url)
  return html`<meta property="og:site_name" content="${shopName}"><meta property="og:title" content="${title}">
<meta property="og:url" content="${url.origin + url.pathname}"><meta property="og:locale" content="${language.code}">
${description && html`<meta property="og:description" content="${description}">`}
${image && html`<meta property="og:image" content="${image}"><meta name="twitter:card" content="summary_large_image">`}`
}
