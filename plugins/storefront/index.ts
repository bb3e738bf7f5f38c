import { definePlugin, router } from 'cartwright'
import { scriptRoute } from './browser/script.ts'
import { pageProcedures } from './content/admin.ts'
import { CreateStorefrontPages } from './content/create-pages.ts'
import { WrittenPage } from './content/written-page.ts'
import { googleFeed } from './found/google-feed.ts'
import { robotsRoutes } from './found/robots.ts'
import { sitemapRoutes } from './found/sitemap.ts'
import { galleryRoutes } from './gallery/routes.ts'
import { pages } from './pages.ts'
import { CreatePictures } from './pictures/create-pictures.ts'
import { pictureHandlers, resizePictures } from './pictures/resize-pictures.ts'
import { redirectProcedures } from './redirects/admin.ts'
import { importedRedirects } from './redirects/imported-redirects.ts'
import { AddImportsOfRedirects, CreateStorefrontRedirects, StoredRedirect } from './redirects/redirect-row.ts'
import { iconRoute } from './shell/favicon.ts'
import { styleRoutes } from './shell/style.ts'
import { listedPaths, problemsOfPages, withOwnPages } from './site/own-pages.ts'
import { routesOf } from './site/page.ts'
import { type StorefrontOptions, siteOf } from './site/site.ts'
import { themeProcedures } from './theme/admin.ts'
import { CreateStorefrontTheme } from './theme/create-theme.ts'
import { previewRoutes } from './theme/preview.ts'
import { StoredTheme } from './theme/stored-theme.ts'

export type { Cart, CartLine, Category, Collection, Customer, Order, Product, Store, Variant } from './api.ts'
export { picture } from './catalogue/picture.ts'
export { type Price, priceOf, priceRangeOf } from './catalogue/prices.ts'
export { productGrid } from './catalogue/product-grid.ts'
export { readProduct } from './catalogue/read-product.ts'
export { readCards } from './catalogue/read-products.ts'
export { renderMarkdown } from './content/markdown.ts'
export { field, honeypot, select } from './shell/field.ts'
export { icon } from './shell/icon.ts'
export { type PageContent, renderPage } from './shell/render-page.ts'
export { type PageStyles, stylesheets } from './shell/style.ts'
export { type Components, type ContentOf, components as defaultComponents } from './site/components.ts'
export type { Format } from './site/format.ts'
export type { Market } from './site/market.ts'
export { form, type Page, page } from './site/page.ts'
export { refused } from './site/refused.ts'
export { seeOther } from './site/see-other.ts'
export type { StorefrontOptions, TextChanges } from './site/site.ts'
export type { View } from './site/view.ts'
export type { Visit } from './site/visit.ts'
export { testPayment } from './test-payment/index.ts'
export type { Texts } from './texts/en.ts'
export { english, german, type Language } from './texts/languages.ts'
export type { Colours, Theme, ThemeChanges } from './theme/theme.ts'

const VIEW_IN_STORE = { en: 'View in store', de: 'Im Shop ansehen' }

/**
 * A shop window at `/`, rendered on the server. It needs no script in the browser.
 *
 * @example
 * defineShop({ plugins: [storefront({ country: 'de' })] })
 */
export function storefront(options: StorefrontOptions = {}) {
  const site = siteOf(options)
  const own = options.pages ?? {}
  const files = {
    ...sitemapRoutes(site, listedPaths(pages, own)),
    ...robotsRoutes(site),
    ...previewRoutes(site),
    ...galleryRoutes(site),
    ...styleRoutes(site),
    ...{ script: scriptRoute, icon: iconRoute(site), googleFeed: googleFeed(site) },
  }
  const problemsOfOwn = problemsOfPages({ pages, own, files })
  const routes = { ...routesOf(site, problemsOfOwn.length > 0 ? pages : withOwnPages(pages, own)), ...files }
  const ownPaths = Object.values(routes).flatMap(({ method, path }) =>
    method === 'GET' && !/[:*]/.test(path) ? [path] : [],
  )
  const takenSlugs = ownPaths.flatMap((path) => /^\/pages\/([^/]+)$/.exec(path)?.[1] ?? [])
  return definePlugin({
    name: 'storefront',
    cartwright: '^0.1.0',
    problems: [...site.problems, ...problemsOfOwn],
    entities: [StoredTheme, WrittenPage, StoredRedirect],
    migrations: [
      ...[CreatePictures, CreateStorefrontTheme, CreateStorefrontPages, CreateStorefrontRedirects],
      AddImportsOfRedirects,
    ],
    provides: { oldAddresses: importedRedirects(ownPaths) },
    on: pictureHandlers,
    jobs: [resizePictures],
    admin: router({
      ...themeProcedures(site, takenSlugs),
      ...pageProcedures(takenSlugs),
      ...redirectProcedures(ownPaths),
    }),
    console: {
      title: 'Storefront',
      folder: new URL('./console/', import.meta.url),
      links: {
        product: [{ label: VIEW_IN_STORE, path: '/products/:handle' }],
        product_collection: [{ label: VIEW_IN_STORE, path: '/collections/:handle' }],
        product_category: [{ label: VIEW_IN_STORE, path: '/categories/:handle' }],
        order: [{ label: VIEW_IN_STORE, path: '/orders/:id' }],
      },
    },
    routes,
  })
}
