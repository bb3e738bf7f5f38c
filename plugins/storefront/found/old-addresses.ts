/** The forms of addresses at Shopify, WooCommerce in several languages, and Medusa. */
const FORMS: readonly [RegExp, string][] = [
  [/^\/collections\/[^/]+\/products\/([^/]+)$/, '/products/$1'],
  [/^\/(?:collections\/all|shop)$/, '/products'],
  [/^\/(?:product|produkt|produit|producto|prodotto)\/([^/]+)$/, '/products/$1'],
  [
    /^\/(?:product-category|produkt-kategorie|categorie-produit|categoria-producto|categoria-prodotto)\/(?:.+\/)?([^/]+)$/,
    '/categories/$1',
  ],
  [/^\/[a-z]{2}\/((?:products|categories|collections)\/[^/]+)$/, '/$1'],
  [/^\/my-account$/, '/account'],
]

/** The path of a page that another shop system had at `path`, or undefined. */
export function currentPathOf(path: string): string | undefined {
  const trimmed = path.replace(/\/+$/, '')
  const form = FORMS.find(([pattern]) => pattern.test(trimmed))
  return form && trimmed.replace(...form)
}
