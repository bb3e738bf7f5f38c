import { type Markup, type Route, route, shopIn, xml } from 'cartwright'
import { languagesOf, pathOfPage } from '../content/page-links.ts'
import { readNavigation, withDescendants } from '../shell/navigation.ts'
import { pathIn } from '../site/path-in.ts'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import type { Language } from '../texts/languages.ts'

/** The products of one file. */
const PRODUCTS = 200

const HOUR = 3600

/** An index of files: the lists and the own pages of the shop, and its products. */
export const sitemapRoutes = (site: Site, ownPaths: readonly string[]): Record<string, Route> => ({
  sitemap: route.get('/sitemap.xml', { cache: HOUR }, async ({ ctx, request: { url } }) => {
    const { count } = await shopIn(ctx).asCaller().store.products.list({ limit: 1, fields: 'id', expand: '' })
    const files = Array.from(
      { length: Math.ceil((count ?? 0) / PRODUCTS) },
      (_, i) => `/sitemaps/products-${i + 1}.xml`,
    )
    return xml`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${['/sitemaps/lists.xml', ...files].map((file) => xml`<sitemap><loc>${url.origin + file}</loc></sitemap>`)}
</sitemapindex>`
  }),

  sitemapOfLists: route.get('/sitemaps/lists.xml', { cache: HOUR }, async ({ ctx, request: { url } }) => {
    const { store } = shopIn(ctx).asCaller()
    const [categories, { collections }, { writtenPages }] = await Promise.all([
      readNavigation(store),
      store.collections.list({ limit: 200 }),
      readShop(ctx.em, site),
    ])
    const written = writtenPages.map((page) => ({ path: pathOfPage(page), languages: languagesOf({ site }, page) }))
    const paths = [
      ...['/', '/products', ...ownPaths],
      ...categories.flatMap(withDescendants).map(({ handle }) => `/categories/${handle}`),
      ...collections.map(({ handle }) => `/collections/${handle}`),
    ]
    return urlSet(site, { origin: url.origin, pages: [...paths.map((path) => ({ path })), ...written] })
  }),

  sitemapOfProducts: route.get('/sitemaps/:name.xml', { cache: HOUR }, async ({ ctx, params, request: { url } }) => {
    const page = Number(/^products-(\d{1,6})$/.exec(params.name)?.[1] ?? 0)
    if (page < 1) return new Response('Not found', { status: 404 })
    const { products } = await shopIn(ctx)
      .asCaller()
      .store.products.list({
        ...{ limit: PRODUCTS, offset: (page - 1) * PRODUCTS, order: 'id', fields: 'handle,updated_at', expand: '' },
      })
    const pages = products.map(({ handle, updated_at }) => ({ path: `/products/${handle}`, updated_at }))
    return urlSet(site, { origin: url.origin, pages })
  }),
})

interface UrlSet {
  origin: string
  pages: readonly { path: string; updated_at?: Date; languages?: readonly Language[] }[]
}

/** Each page in each of its languages, with links to its translations. */
function urlSet(site: Site, { origin, pages }: UrlSet): Markup {
  const entry = ({ path, updated_at, languages = site.languages }: UrlSet['pages'][number]) =>
    languages.map(
      (language) => xml`<url><loc>${origin + pathIn(site, language, path)}</loc>${
        updated_at && xml`<lastmod>${updated_at.toISOString()}</lastmod>`
      }${languages.map(
        (one) => xml`<xhtml:link rel="alternate" hreflang="${one.code}" href="${origin + pathIn(site, one, path)}"/>`,
      )}</url>
`,
    )
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map(entry)}</urlset>`
}
