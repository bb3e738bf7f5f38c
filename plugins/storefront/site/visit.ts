import { type RouteCall, type ShopOperations, shopIn } from 'cartwright'
import type { Operations, Region, Store } from '../api.ts'
import { PictureSizes } from '../pictures/picture-sizes.ts'
import { styleOf } from '../shell/style.ts'
import type { Language } from '../texts/languages.ts'
import type { Theme } from '../theme/theme.ts'
import { WISHLIST } from '../wishlist/keep-wish.ts'
import { Wishes } from '../wishlist/wishes.ts'
import { CartCookie } from './cart-cookie.ts'
import { formatIn } from './format.ts'
import { marketOf, readRegions } from './market.ts'
import { pathIn, prefixOf } from './path-in.ts'
import { readShop, type ShopFacts } from './read-shop.ts'
import type { Site } from './site.ts'
import type { View } from './view.ts'

/** One request of a visitor. */
export interface Visit extends View {
  /** The context of the route, such as `ctx.em` for statements. */
  readonly ctx: RouteCall['ctx']
  /** The operations of the API, with the login and the limits of the visitor. */
  readonly store: Store
  readonly payments: RouteCall['ctx']['providers']['payment']
  readonly regions: readonly Region[]
  readonly cart: CartCookie
  readonly cookies: RouteCall['cookies']
  readonly pictures: PictureSizes
  readonly wishes: Wishes
  /** The operations of an administrator, with the rights of the role. Undefined for visitors. */
  readonly admin: ShopOperations['admin'] | undefined
}

export const COUNTRY_COOKIE = 'country'
export const YEAR = 365 * 24 * 60 * 60

/** Returns undefined if the shop has no region with countries. */
export async function openVisit(site: Site, language: Language, call: RouteCall<object>): Promise<Visit | undefined> {
  const { ctx, request, cookies } = call
  const { store, admin } = shopIn(ctx).asCaller<Operations>({ locale: language.code })
  const [regions, { writtenPages, ...facts }] = await Promise.all([readRegions(store), readShop(ctx.em, site)])
  const market = marketOf(regions, cookies.get(COUNTRY_COOKIE) ?? site.country)
  if (!market) return undefined
  const pagePath = request.url.pathname.slice(prefixOf(site, language).length) || '/'
  const cart = new CartCookie(cookies)
  return {
    ...{ ctx, site, language, market, store, regions, cart, cookies, writtenPages },
    admin: ctx.user ? admin : undefined,
    payments: ctx.providers.payment,
    pictures: new PictureSizes(ctx.em),
    wishes: new Wishes(store.wishlist, ctx.customer_id),
    ...themed(language, facts),
    format: formatIn(language, market.region.currency_code),
    url: request.url,
    ...{ pagePath, backPath: backPathOf(call, pagePath) },
    path: (path) => pathIn(site, language, path),
    cartCount: cart.count,
    isLoggedIn: ctx.customer_id !== null,
  }
}

type ThemedShop = Pick<ShopFacts, 'theme' | 'storeName' | 'storeLogo'>

/** The values of a view that depend on the theme. */
export const themed = ({ code, texts }: Language, { theme, storeName, storeLogo }: ThemedShop) => ({
  theme: { ...theme, logo: theme.logo ?? storeLogo },
  stylePath: styleOf(theme).path,
  shopName: theme.name || storeName,
  texts: { ...texts, home: { ...texts.home, ...writtenOf(theme.home[code]) } },
})

/** An empty text is that of the language. */
const writtenOf = (texts: Theme['home'][string] = {}): object =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))

/** The pages of forms whose own path shows nothing. */
const PAGES_OF_FORMS: readonly [RegExp, string][] = [
  [/^\/cart\/./, '/cart'],
  [/^\/checkout\/balances$/, '/checkout/payment'],
  [/^\/account\/(addresses|logout)\b(?!\/new$)/, '/account'],
  [/^\/account\/wishlist\/./, WISHLIST],
]

function backPathOf({ request }: RouteCall<object>, pagePath: string): string {
  if (pagePath === '/market') return request.url.searchParams.get('back') ?? '/'
  if (request.method === 'GET' || request.method === 'HEAD') return pagePath + request.url.search
  return PAGES_OF_FORMS.find(([forms]) => forms.test(pagePath))?.[1] ?? pagePath
}
