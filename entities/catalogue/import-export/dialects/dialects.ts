import { titleKey } from '../csv/title-key.ts'
import type { ProductDialect } from './dialect.ts'
import { googleFeed } from './google-feed.ts'
import { magento } from './magento.ts'
import { medusa2 } from './medusa-2.ts'
import { shopify } from './shopify.ts'
import { vendure } from './vendure.ts'
import { woocommerce } from './woocommerce.ts'

/** The first dialect that recognizes the titles of a file translates it. */
const DIALECTS: readonly ProductDialect[] = [shopify, woocommerce, magento, medusa2, vendure, googleFeed]

/** Returns undefined for the titles of the shop itself, and for unknown titles. */
export function dialectOf(titles: readonly string[]): ProductDialect | undefined {
  return DIALECTS.find(({ signatures, keyOf = titleKey }) => {
    const keys = new Set(titles.map(keyOf))
    return signatures.some((needed) => needed.every((title) => keys.has(title)))
  })
}
