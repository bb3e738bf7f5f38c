import type { EntityManager } from '@mikro-orm/postgresql'
import { html, type Markup, NotFound, redirect, statement } from 'cartwright'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import { pathIn } from '../site/path-in.ts'
import type { View } from '../site/view.ts'
import { renderMarkdown } from './markdown.ts'
import { languagesOf, pathOfPage } from './page-links.ts'

export const written = page('/pages/:slug', { cache: 60, dependsOn: 'catalogue' }, async (visit, { params }) => {
  const { language, site, writtenPages } = visit
  const found = writtenPages.find(({ slug }) => slug === params.slug)
  const languages = found ? languagesOf(visit, found) : []
  const [first] = languages
  if (!found || !first) throw new NotFound('This page does not exist')
  if (!languages.includes(language)) return redirect(pathIn(site, first, pathOfPage(found)), 302)
  const text = await readText(visit.ctx.em, found.slug, language.code)
  const title = found.titles[language.code] ?? ''
  const main = site.components.contentPage(visit, { title, text: renderMarkdown(text) })
  return renderPage(visit, { title, main, languages })
})

export interface TextContent {
  title: string
  /** The HTML of the text. */
  text: Markup
}

export const contentPage = (_view: View, { title, text }: TextContent): Markup =>
  html`<article class="content"><h1>${title}</h1>${text}</article>`

const selectText = statement<{ text: string | null }>(
  'select texts ->> $2 as text from storefront_page where slug = $1 and is_published',
)

const readText = async (em: EntityManager, slug: string, language: string): Promise<string> =>
  (await selectText(em, slug, language))[0]?.text ?? ''
