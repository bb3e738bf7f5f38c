import { html, NotFound } from 'cartwright'
import type { Category } from '../api.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import { findList } from './find-list.ts'
import { isFiltered, listQuery } from './list-query.ts'

const options = { input: listQuery, cache: 60, dependsOn: 'catalogue' } as const

export const allProducts = page('/products', options, async (visit, { input: query }) => {
  const { texts, site } = visit
  const title = texts.list.all
  const main = site.components.listPage(visit, { title, query, ...(await findList(visit, query, {})) })
  return renderPage(visit, { title, main, isListed: !isFiltered(query) })
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
  const list = await findList(visit, query, { category_id: idsIn(found) })
  const children = childrenOf(found).map(({ name, handle }) => ({ name, path: path(`/categories/${handle}`) }))
  const main = site.components.listPage(visit, { title, lead, query, children, ...list })
  return renderPage(visit, { title, description: lead, main, isListed: !isFiltered(query) })
})

const childrenOf = ({ category_children }: Category): Category[] => category_children ?? []

const idsIn = (one: Category): string[] => [one.id, ...childrenOf(one).flatMap(idsIn)]

export const collection = page('/collections/:handle', options, async (visit, { input: query, params }) => {
  const { store, site } = visit
  const { collections } = await store.collections.list({ handle: [params.handle], limit: 1 })
  const [found] = collections
  if (!found) throw new NotFound('This collection does not exist')
  const { title } = found
  const list = await findList(visit, query, { collection_id: [found.id] })
  const main = site.components.listPage(visit, { title, query, ...list })
  return renderPage(visit, { title, main, isListed: !isFiltered(query) })
})

export const search = page('/search', { input: listQuery }, async (visit, { input: query }) => {
  const { texts, site } = visit
  const title = query.q ? texts.list.results(query.q) : texts.shell.search
  const main = query.q
    ? site.components.listPage(visit, { title, query, ...(await findList(visit, query, {})) })
    : html`<div class="list-head"><h1>${title}</h1><p class="lead">${texts.list.searchFor}</p></div>`
  return renderPage(visit, { title, main, isListed: false })
})
