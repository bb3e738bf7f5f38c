import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Route, redirect, route } from 'cartwright'
import { z } from 'zod'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import { styleOfTheme } from '../theme/style-of-theme.ts'
import type { Theme } from '../theme/theme.ts'

/** Each area has the styles of its parts. Later files may change earlier ones. */
const FILES = [
  ...['shell/base.css', 'shell/shell.css', 'catalogue/catalogue.css', 'cart/cart.css'],
  ...['checkout/checkout.css', 'orders/orders.css', 'account/account.css', 'content/content.css'],
  ...['reviews/reviews.css', 'wishlist/wishlist.css'],
  ...['preview/preview.css', 'browser/browser.css', 'shell/media.css'],
]

const parts = FILES.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  .join('')
  .replaceAll(/\s*\n\s*/g, '\n')

interface Style {
  css: string
  /** Another stylesheet has another address, so that no cache shows an old one. */
  path: string
}

const PATH = '/storefront.css'

const styles = new WeakMap<Theme, Style>()

/** The stylesheet of a theme, and then the styles of the shop. A theme belongs to one site. */
export function styleOf(theme: Theme, { styles: own }: Pick<Site, 'styles'>): Style {
  const known = styles.get(theme)
  if (known) return known
  const css = styleOfTheme(theme) + parts + own
  const version = createHash('sha256').update(css).digest('hex').slice(0, 12)
  const style = { css, path: `${PATH}?v=${version}` }
  styles.set(theme, style)
  return style
}

const version = z.object({ v: z.string().max(100).optional() })

export const styleRoute = (site: Site): Route =>
  route.get(PATH, { cache: 'immutable', dependsOn: 'catalogue', input: version }, async ({ ctx, input: { v } }) => {
    const style = styleOf((await readShop(ctx.em, site)).theme, site)
    return style.path === `${PATH}?v=${v}` ? cssResponse(style) : redirect(style.path, 302)
  })

export const cssResponse = ({ css }: Style): Response =>
  new Response(css, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
