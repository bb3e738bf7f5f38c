import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'
import { pageAddress } from './list-query.ts'

interface PagingContent {
  page: number
  pages: number
}

export const paging = (view: View, content: PagingContent): Markup | false =>
  pageLinks(view, { ...content, name: 'page', label: view.texts.list.pages })

interface PageLinksContent extends PagingContent {
  /** The name of the number in the address. Another one than `page` is also the ID of a part of the page. */
  name: string
  label: string
}

export function pageLinks(
  { texts: { list }, url }: View,
  { page, pages, name, label }: PageLinksContent,
): Markup | false {
  if (pages < 2) return false
  const address = (number: number) => pageAddress(url, number, name) + (name === 'page' ? '' : `#${name}`)
  return html`<nav class="paging" aria-label="${label}">
${page > 1 ? html`<a class="button button-quiet" rel="prev" href="${address(page - 1)}">${list.previous}</a>` : html`<span></span>`}
<span>${list.page(page, pages)}</span>
${page < pages ? html`<a class="button button-quiet" rel="next" href="${address(page + 1)}">${list.next}</a>` : html`<span></span>`}
</nav>`
}
