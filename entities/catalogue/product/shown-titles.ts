import type { Language } from '#entities/market/language/language.ts'

/**
 * Returns a query of the `key` of each product and the title that a response in the language shows, as `value`. An index of `product_title` has this order.
 * Undefined in the default language, and while the titles are not stored.
 */
export function shownTitles({ code, collation, hasTitles }: Language): string | undefined {
  if (!hasTitles) return undefined
  // A language is a tag of letters, digits and hyphens.
  const title = collation ? `title collate "${collation}"` : 'title'
  return `select product_id as key, ${title} as value from product_title where language = '${code}'`
}
