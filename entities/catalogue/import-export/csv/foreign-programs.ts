import { titleKey } from './title-key.ts'

/** Each program with columns that only its exports have together. */
const SIGNATURES: readonly (readonly [program: string, ...titles: string[]])[] = [
  ['Shopify', 'handle', 'variant price'],
  ['Shopify', 'handle', 'body (html)'],
  ['Shopify', 'url handle', 'title'],
  ['WooCommerce', 'type', 'regular price'],
  ['Magento', 'sku', 'attribute_set_code'],
  ['Medusa 2', 'variant option 1 name'],
  ['Medusa 2', 'shipping profile id'],
  ['Vendure', 'slug', 'optiongroups'],
  ['Google Merchant Center', 'id', 'image_link'],
]

/** Returns the program that wrote a file with these titles, or undefined for an unknown one. */
export function foreignProgramOf(titles: readonly string[]): string | undefined {
  const keys = new Set(titles.map(titleKey))
  return SIGNATURES.find(([, ...needed]) => needed.every((title) => keys.has(title)))?.[0]
}
