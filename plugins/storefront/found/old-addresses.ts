import { type Route, redirect, route } from 'cartwright'

const moved = (path: string): Response => redirect(path, 301)

const product = (handle: string): Response => moved(`/products/${encodeURIComponent(handle)}`)
const last = (path: readonly string[]): string => encodeURIComponent(path.at(-1) ?? '')

/** The addresses that a shop had at Shopify or with WooCommerce. */
export const oldAddresses: Record<string, Route> = {
  productOfCollection: route.get('/collections/:collection/products/:handle', ({ params }) => product(params.handle)),
  allOfShopify: route.get('/collections/all', () => moved('/products')),
  productOfWoo: route.get('/product/:handle', ({ params }) => product(params.handle)),
  categoryOfWoo: route.get('/product-category/*path', ({ params }) => moved(`/categories/${last(params.path)}`)),
  shopOfWoo: route.get('/shop', () => moved('/products')),
  accountOfWoo: route.get('/my-account', () => moved('/account')),
}
