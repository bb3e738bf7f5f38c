import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import type { Announcement } from '#entities/platform/event/announce.ts'
import { changeVariants, type VariantChanges } from './change-variants.ts'
import type { ChosenVariant } from './choices.ts'
import { deleteVariants } from './delete-product.ts'
import { type LockedVariants, readLockedVariants } from './locked-variants.ts'
import { createVariant } from './new-variant.ts'
import { VARIANT_CODES } from './product-variant.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'
import { findRegionCurrencies } from './variant-prices.ts'

export interface VariantUpdate extends VariantChanges {
  id?: string | null | undefined
}

/**
 * The order of `updates` becomes the rank of the variants. Deletes variants that are not in `updates` first, because a new
 * variant may have the sku of a deleted one.
 */
export async function replaceVariants(
  em: EntityManager,
  product_id: string,
  updates: readonly VariantUpdate[],
): Promise<Announcement[]> {
  const product = await readLockedVariants(em, product_id)
  const ranked = updates.map((variant, variant_rank) => ({ ...variant, variant_rank }))
  const existing = ranked.flatMap(({ id, ...variant }) => (id ? { ...variant, id } : []))
  const existingIds = existing.map(({ id }) => id)
  const deletedIds = product.removeVariantsExcept(existingIds)
  await deleteVariants(em, deletedIds)
  await releaseCodes(em, product, ranked)
  await changeVariants(em, product, existing)
  const created = await addVariants(
    em,
    product,
    ranked.filter((variant) => !variant.id),
  )
  return [
    ...buildVariantAnnouncements('deleted', variantsOf(product_id, deletedIds)),
    ...buildVariantAnnouncements('updated', variantsOf(product_id, existingIds)),
    ...buildVariantAnnouncements('created', created),
  ]
}

export async function addVariants(
  em: EntityManager,
  product: LockedVariants,
  variants: readonly (VariantUpdate & { variant_rank: number })[],
): Promise<{ id: string; product_id: string }[]> {
  const regions = await findRegionCurrencies(
    em,
    variants.flatMap((variant) => variant.prices ?? []),
  )
  const added: ChosenVariant[] = []
  const created = variants.map(({ id, title, prices, options, ...values }) => {
    if (!title) throw new InvalidData('title should not be empty').because({ name: 'title_required' })
    const choices = options ?? []
    product.assertValidChoices(choices, { added })
    added.push({ title, choices })
    return createVariant(em, product.id, { ...values, title, prices: prices ?? [], options: choices }, regions)
  })
  await addMissingItems(
    em,
    created.map((variant) => variant.id),
  )
  return created
}

/** Clears each code, such as a SKU, that moves to another variant, because PostgreSQL checks uniqueness row by row. */
export async function releaseCodes(
  em: EntityManager,
  { variants }: LockedVariants,
  updates: readonly VariantUpdate[],
): Promise<void> {
  const changes = new Map(updates.map((variant) => [variant.id, variant]))
  let isReleased = false
  for (const code of VARIANT_CODES) {
    const newCodes = new Set(updates.map((variant) => variant[code]))
    for (const variant of variants) {
      const next = changes.get(variant.id)?.[code]
      if (!variant[code] || next === undefined || next === variant[code] || !newCodes.has(variant[code])) continue
      variant[code] = null
      isReleased = true
    }
  }
  if (isReleased) await em.flush()
}
