import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'
import { pageAddress } from './list-query.ts'

interface PagingContent {
  page: number
  pages: number
}

export function paging({ texts: { list }, url }: View, { page, pages }: PagingContent): Markup | false {
  if (pages < 2) return false
  return html`<nav class="paging" aria-label="${list.pages}">
${page > 1 ? html`<a class="button button-quiet" rel="prev" href="${pageAddress(url, page - 1)}">${list.previous}</a>` : html`<span></span>`}
<span>${list.page(page, pages)}</span>
${page < pages ? html`<a class="button button-quiet" rel="next" href="${pageAddress(url, page + 1)}">${list.next}</a>` : html`<span></span>`}
</nav>`
}
