import { definePlugin } from 'cartwright'
import { pages } from './pages.ts'
import { iconRoute } from './shell/favicon.ts'
import { styleRoute } from './shell/style.ts'
import { routesOf } from './site/page.ts'
import { type StorefrontOptions, siteOf } from './site/site.ts'

export type { Cart, CartLine, Category, Collection, Order, Product, Variant } from './api.ts'
export type { Components } from './site/components.ts'
export type { StorefrontOptions } from './site/site.ts'
export type { View } from './site/view.ts'
export type { Texts } from './texts/en.ts'
export { english, german, type Language } from './texts/languages.ts'

/**
 * A shop window at `/`, rendered on the server. It needs no script in the browser.
 *
 * @example
 * defineShop({ plugins: [storefront({ country: 'de' })] })
 */
export const storefront = (options: StorefrontOptions = {}) =>
  definePlugin({
    name: 'storefront',
    cartwright: '^0.1.0',
    routes: { ...routesOf(siteOf(options), pages), style: styleRoute, icon: iconRoute },
  })
