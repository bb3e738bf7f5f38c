/** The forms of addresses at Shopify and WooCommerce. */
const FORMS: readonly [RegExp, string][] = [
  [/^\/collections\/[^/]+\/products\/([^/]+)$/, '/products/$1'],
  [/^\/(?:collections\/all|shop)$/, '/products'],
  [/^\/product\/([^/]+)$/, '/products/$1'],
  [/^\/product-category\/(?:.+\/)?([^/]+)$/, '/categories/$1'],
  [/^\/my-account$/, '/account'],
]

/** The path of a page that another shop system had at `path`, or undefined. */
export function currentPathOf(path: string): string | undefined {
  const trimmed = path.replace(/\/+$/, '')
  const form = FORMS.find(([pattern]) => pattern.test(trimmed))
  return form && trimmed.replace(...form)
}
