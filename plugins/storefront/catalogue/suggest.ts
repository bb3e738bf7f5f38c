import { html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Category, Product } from '../api.ts'
import { readNavigation, withDescendants } from '../shell/navigation.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import { picture } from './picture.ts'
import { priceRangeOf } from './prices.ts'

const PRODUCTS = 5
const CATEGORIES = 2

const query = z.object({ q: z.string().max(200).trim().catch('') })

/** The options below the field of the search, for the script. */
export const suggest = page(
  '/search/suggest',
  { input: query, cache: 60, dependsOn: 'catalogue' },
  async (visit, { input: { q } }) => {
    if (q === '') return html``
    const { store, market, pictures } = visit
    const [{ hits }, navigation] = await Promise.all([
      store.products.search({ q, limit: PRODUCTS, region_id: market.region.id }),
      readNavigation(store),
    ])
    await pictures.load(hits.map(({ thumbnail }) => thumbnail))
    const categories = navigation.flatMap(withDescendants).filter(({ name }) => includes(name, q))
    const options = [
      ...categories.slice(0, CATEGORIES).map(categoryOption),
      ...hits.map((product) => productOption(visit, product)),
    ]
    return html`${options.map(
      ({ path, content }, i) =>
        html`<li role="option" id="suggestion-${i}" data-path="${visit.path(path)}">${content}</li>`,
    )}`
  },
)

interface Option {
  path: string
  content: Markup
}

const includes = (name: string, words: string): boolean => name.toLowerCase().includes(words.toLowerCase())

const categoryOption = ({ handle, name }: Category): Option => ({
  path: `/categories/${handle}`,
  content: html`<span class="suggestion-title">${name}</span>`,
})

function productOption(view: View, product: Product): Option {
  const price = priceRangeOf(view, product)
  const money = price && view.format.money(price.amount)
  return {
    path: `/products/${product.handle}`,
    content: html`${picture(view, { src: product.thumbnail, alt: '', sizes: '3rem' })}<span class="suggestion-title"><bdi>${product.title}</bdi></span>
<span class="money soft">${price?.isRange ? view.texts.product.from(money ?? '') : money}</span>`,
  }
}
