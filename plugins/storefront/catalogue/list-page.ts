import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'
import { type FoundProducts, PAGE_SIZE } from './find-list.ts'
import { isFiltered, type ListQuery } from './list-query.ts'
import { paging } from './paging.ts'
import { productGrid } from './product-grid.ts'

export interface ListContent extends FoundProducts {
  title: string
  lead?: string | null | undefined
  query: ListQuery
  /** A sentence above the products. */
  note?: Markup | undefined
  /** Links to lists below this one. */
  children?: readonly { name: string; path: string }[]
}

export function listPage(view: View, { title, lead, note, query, children = [], ...found }: ListContent): Markup {
  const { texts, site } = view
  const { products, count, facets } = found
  const hasFilters = products.length > 0 || isFiltered(query)
  return html`<div class="list-head"><h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}
${children.length > 0 && html`<ul class="chips">${children.map(({ name, path }) => html`<li><a class="chip" href="${path}">${name}</a></li>`)}</ul>`}
</div>
<div${hasFilters && html` class="list"`}>
${hasFilters && site.components.filters(view, { query, facets })}
<div class="list-products"><h2 class="hidden">${texts.list.products}</h2>
<p class="soft" role="status">${texts.list.count(count)}</p>
${note}
${products.length > 0 ? productGrid(view, products, { isFirst: true }) : html`<p>${texts.list.none}</p>`}
${paging(view, { page: query.page, pages: Math.ceil(count / PAGE_SIZE) })}
</div>
</div>`
}
