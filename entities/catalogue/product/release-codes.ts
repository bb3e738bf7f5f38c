import type { EntityManager } from '@mikro-orm/postgresql'
import type { Product } from './product.ts'
import { ProductVariant } from './product-variant.ts'

/** No two variants have the same. */
const CODES = ['sku', 'barcode', 'ean', 'upc'] as const

type Coded = { id?: string | null | undefined } & { [Code in (typeof CODES)[number]]?: string | null | undefined }

/**
 * Takes from variants the codes that others are about to get while they get new ones, so that codes may be traded:
 * PostgreSQL compares row by row. A code that its variant keeps is left, for PostgreSQL to refuse the other.
 */
export async function releaseCodes(em: EntityManager, product: Product, wanted: readonly Coded[]): Promise<void> {
  const changes = new Map(wanted.map((variant) => [variant.id, variant]))
  for (const code of CODES) {
    const given = new Set(wanted.map((variant) => variant[code]))
    const released = product.variants.getItems().filter((variant) => {
      const next = changes.get(variant.id)?.[code]
      return variant[code] && next !== undefined && next !== variant[code] && given.has(variant[code])
    })
    if (released.length === 0) continue
    await em.nativeUpdate(ProductVariant, { id: { $in: released.map(({ id }) => id) } }, { [code]: null })
  }
}
