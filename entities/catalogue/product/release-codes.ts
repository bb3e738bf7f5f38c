import type { EntityManager } from '@mikro-orm/postgresql'
import type { Product } from './product.ts'
import { ProductVariant, VARIANT_CODES } from './product-variant.ts'

type VariantCodes = { id?: string | null | undefined } & {
  [Code in (typeof VARIANT_CODES)[number]]?: string | null | undefined
}

/** Clears each code, such as a SKU, that moves to another variant, because PostgreSQL checks uniqueness row by row. */
export async function releaseCodes(
  em: EntityManager,
  product: Product,
  updates: readonly VariantCodes[],
): Promise<void> {
  const changes = new Map(updates.map((variant) => [variant.id, variant]))
  for (const code of VARIANT_CODES) {
    const newCodes = new Set(updates.map((variant) => variant[code]))
    const released = product.variants.getItems().filter((variant) => {
      const next = changes.get(variant.id)?.[code]
      return variant[code] && next !== undefined && next !== variant[code] && newCodes.has(variant[code])
    })
    if (released.length === 0) continue
    await em.nativeUpdate(ProductVariant, { id: { $in: released.map(({ id }) => id) } }, { [code]: null })
  }
}
