import { html, type Markup, NotFound } from 'cartwright'
import type { Category, Product } from '../api.ts'
import { withDescendants } from '../shell/navigation.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import type { Visit } from '../site/visit.ts'
import { findList } from './find-list.ts'
import { isFiltered, type ListQuery, listQuery } from './list-query.ts'
import { productGrid } from './product-grid.ts'
import { readCards } from './read-products.ts'
import { similarWords } from './spelling.ts'

const options = { input: listQuery, cache: 60, dependsOn: 'catalogue' } as const

export const allProducts = page('/products', options, async (visit, { input: query }) => {
  const { texts, site } = visit
  const title = texts.list.all
  const main = site.components.listPage(visit, { title, query, ...(await findList(visit, query, {})) })
  const description = texts.list.about(title, visit.shopName)
  return renderPage(visit, { title, description, main, isListed: !isFiltered(query), styles: 'list' })
})

export const category = page('/categories/:handle', options, async (visit, { input: query, params }) => {
  const { store, site, path } = visit
  const { product_categories } = await store.productCategories.list({
    handle: params.handle,
    include_descendants_tree: true,
  })
  const [found] = product_categories
  if (!found) throw new NotFound('This category does not exist')
  const { name: title, description: lead } = found
  const list = await findList(visit, query, { category_id: withDescendants(found).map(({ id }) => id) })
  const children = childrenOf(found).map(({ name, handle }) => ({ name, path: path(`/categories/${handle}`) }))
  const main = site.components.listPage(visit, { title, lead, query, children, ...list })
  return renderPage(visit, {
    title,
    description: lead || visit.texts.list.about(title, visit.shopName),
    main,
    isListed: !isFiltered(query),
    styles: 'list',
  })
})

const childrenOf = ({ category_children }: Category): Category[] => category_children ?? []

export const collection = page('/collections/:handle', options, async (visit, { input: query, params }) => {
  const { store, site } = visit
  const { collections } = await store.collections.list({ handle: [params.handle], limit: 1 })
  const [found] = collections
  if (!found) throw new NotFound('This collection does not exist')
  const { title } = found
  const list = await findList(visit, query, { collection_id: [found.id] })
  const main = site.components.listPage(visit, { title, query, ...list })
  const description = visit.texts.list.about(title, visit.shopName)
  return renderPage(visit, { title, description, main, isListed: !isFiltered(query), styles: 'list' })
})

export const search = page('/search', { input: listQuery }, async (visit, { input: query }) => {
  const { texts } = visit
  const title = query.q ? texts.list.results(query.q) : texts.shell.search
  const main = query.q
    ? await resultsOf(visit, title, query)
    : html`<div class="list-head"><h1>${title}</h1><p class="lead">${texts.list.searchFor}</p></div>`
  return renderPage(visit, { title, main, isListed: false, styles: 'list' })
})

const INSTEAD = 4

async function resultsOf(visit: Visit, title: string, query: ListQuery): Promise<Markup> {
  const { site, texts } = visit
  const { isCorrected, ...found } = await findList(visit, query, {})
  const note = isCorrected ? correction(visit, query.q, found.products) : undefined
  const list = site.components.listPage(visit, { title, query, note, ...found })
  if (found.products.length > 0) return list
  const { products } = await readCards(visit, { limit: INSTEAD })
  return html`${list}<section class="section"><h2>${texts.home.newest}</h2>${productGrid(visit, products)}</section>`
}

function correction({ texts: { list }, path }: Visit, words: string, products: readonly Product[]): Markup {
  const similar = similarWords(
    words,
    products.map(({ title }) => title),
  )
  const link =
    similar && html` ${list.meant} <a href="${path('/search')}?q=${encodeURIComponent(similar)}">${similar}</a>?`
  return html`<p class="note">${list.nothingFor(words)}${link}</p>`
}
