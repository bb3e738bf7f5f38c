import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, type Markup, type Route, redirect, route } from 'cartwright'
import { z } from 'zod'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import type { View } from '../site/view.ts'
import { styleOfTheme } from '../theme/style-of-theme.ts'
import type { Theme } from '../theme/theme.ts'
import { minifyCss } from './minify-css.ts'

/** The parts of all pages. */
const BASE = [
  ...['shell/base.css', 'shell/shell.css', 'catalogue/cards.css', 'reviews/stars.css', 'wishlist/wish.css'],
  ...['swatches/swatches.css', 'shell/media.css'],
]

/** The pages of the catalogue, which visitors open first, have only the styles of their parts. */
const CATALOGUE = {
  home: ['catalogue/home.css'],
  list: ['catalogue/list.css'],
  product: ['shell/forms.css', 'catalogue/product.css', 'reviews/reviews.css'],
} as const

const OTHERS = [
  ...Object.values(CATALOGUE).flat(),
  ...[
    'cart/cart.css',
    'browser/drawer.css',
    'browser/suggestions.css',
    'checkout/checkout.css',
    'orders/orders.css',
    'account/account.css',
  ],
  ...['content/content.css', 'preview/preview.css', 'wishlist/wishlist.css', 'gallery/gallery.css'],
]

interface Style {
  css: string
  /** Another stylesheet has another address, so that no cache shows an old one. */
  path: string
}

function versioned(path: string, css: string): Style {
  const version = createHash('sha256').update(css).digest('hex').slice(0, 12)
  return { css, path: `${path}?v=${version}` }
}

const readFiles = (files: readonly string[]): string =>
  minifyCss(files.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).join(''))

const base = readFiles(BASE)
const parts = {
  home: versioned('/storefront-home.css', readFiles(CATALOGUE.home)),
  list: versioned('/storefront-list.css', readFiles(CATALOGUE.list)),
  product: versioned('/storefront-product.css', readFiles(CATALOGUE.product)),
  all: versioned('/storefront-all.css', readFiles(OTHERS)),
}

/** The styles that a page needs. `all` has those of every page. */
export type PageStyles = keyof typeof parts

export const stylePathOf = (page: PageStyles): string => parts[page].path

const PATH = '/storefront.css'
const OWN_PATH = '/storefront-shop.css'

const styles = new WeakMap<Theme, Style>()

/** The stylesheet of all pages in a theme. */
export function styleOf(theme: Theme): Style {
  const known = styles.get(theme)
  if (known) return known
  const style = versioned(PATH, styleOfTheme(theme) + base)
  styles.set(theme, style)
  return style
}

const ownStyle = ({ styles: css }: Pick<Site, 'styles'>): Style => versioned(OWN_PATH, css)

interface Styled extends Pick<View, 'stylePath'> {
  site: Pick<Site, 'styles'>
}

/** The links to the styles of a page. The styles of the shop are last. */
export const stylesheets = ({ stylePath, site }: Styled, page: PageStyles = 'all'): Markup =>
  html`<link rel="stylesheet" href="${stylePath}"><link rel="stylesheet" href="${stylePathOf(page)}">${site.styles !== '' && html`<link rel="stylesheet" href="${ownStyle(site).path}">`}`

const version = z.object({ v: z.string().max(100).optional() })

export const styleRoutes = (site: Site): Record<string, Route> => ({
  style: route.get(
    PATH,
    { cache: 'immutable', dependsOn: 'catalogue', input: version },
    async ({ ctx, input: { v } }) => answer(styleOf((await readShop(ctx.em, site)).theme), v),
  ),
  styleHome: partRoute('home'),
  styleList: partRoute('list'),
  styleProduct: partRoute('product'),
  styleAll: partRoute('all'),
  styleShop: route.get(OWN_PATH, { cache: 'immutable', input: version }, ({ input: { v } }) =>
    answer(ownStyle(site), v),
  ),
})

const partRoute = (name: PageStyles): Route =>
  route.get(`/storefront-${name}.css`, { cache: 'immutable', input: version }, ({ input: { v } }) =>
    answer(parts[name], v),
  )

const answer = (style: Style, v: string | undefined): Response =>
  style.path.endsWith(`?v=${v}`) ? cssResponse(style) : redirect(style.path, 302)

export const cssResponse = ({ css }: Pick<Style, 'css'>): Response =>
  new Response(css, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
