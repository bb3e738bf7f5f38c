import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Announcement } from '#entities/platform/event/announce.ts'
import { removeOptions } from './change-options.ts'
import { changeVariants, type VariantChanges } from './change-variants.ts'
import { deleteVariants } from './delete-product.ts'
import { type LockedVariants, readLockedVariants } from './locked-variants.ts'
import type { VariantInput } from './new-variant.ts'
import { ProductOption } from './product-option.ts'
import { addVariants, releaseCodes } from './replace-variants.ts'
import { restoreStructure } from './restore-structure.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'

/** The value of an option. The title also names an option that the same change adds. */
export interface NamedChoice {
  option_id?: string | undefined
  option_title?: string | undefined
  value: string
}

type WithChoices<Variant> = Omit<Variant, 'options'> & { options?: readonly NamedChoice[] | null | undefined }

/** Parts of the options and variants of a product. All others stay. */
export interface StructureChanges {
  /** An option without an ID is new. */
  option_changes?: readonly { id?: string | null | undefined; title: string }[] | null | undefined
  deleted_option_ids?: readonly string[] | null | undefined
  variant_changes?: readonly WithChoices<VariantChanges & { id: string }>[] | null | undefined
  new_variants?: readonly WithChoices<Omit<VariantInput, 'variant_rank'>>[] | null | undefined
  deleted_variant_ids?: readonly string[] | null | undefined
  /** Deleted less than 30 days ago. */
  restored_option_ids?: readonly string[] | null | undefined
  restored_variant_ids?: readonly string[] | null | undefined
}

/**
 * Changes options first, so that variants can have values of new options, and checks the variants after all changes. Deletes variants
 * first, because a new variant may have the SKU of a deleted one. The caller must have locked the product.
 * @throws NotFound for an unknown option or variant. InvalidData if a variant lacks a value of an option. Duplicate for two equal variants.
 */
export async function changeStructure(
  em: EntityManager,
  product_id: string,
  changes: StructureChanges,
): Promise<Announcement[]> {
  const optionChanges = changes.option_changes ?? []
  const deletedOptions = changes.deleted_option_ids ?? []
  const variantChanges = changes.variant_changes ?? []
  const newVariants = changes.new_variants ?? []
  const deletedIds = changes.deleted_variant_ids ?? []
  const restored = { optionIds: changes.restored_option_ids ?? [], variantIds: changes.restored_variant_ids ?? [] }
  const parts = [optionChanges, deletedOptions, variantChanges, newVariants, deletedIds, ...Object.values(restored)]
  if (parts.every(({ length }) => length === 0)) return []
  const product = await removeParts(em, product_id, { deletedIds, deletedOptions, restored })
  changeOptions(em, product, optionChanges)
  const changed = variantChanges.map(({ options, ...variant }) => ({
    ...variant,
    ...(options && { options: choicesFor(product, options) }),
  }))
  await releaseCodes(em, product, [...changed, ...newVariants.map(({ options, ...variant }) => variant)])
  await changeVariants(em, product, changed)
  const rank = product.nextRank()
  const created = await addVariants(
    em,
    product,
    newVariants.map(({ options, ...variant }, index) => ({
      ...variant,
      options: choicesFor(product, options ?? []),
      variant_rank: rank + index,
    })),
  )
  if (optionChanges.length + deletedOptions.length + restored.optionIds.length + restored.variantIds.length > 0)
    product.assertDistinctVariants()
  const changedIds = changed.map(({ id }) => id)
  return [
    ...buildVariantAnnouncements('deleted', variantsOf(product_id, deletedIds)),
    ...buildVariantAnnouncements('updated', variantsOf(product_id, changedIds)),
    ...buildVariantAnnouncements('created', [...created, ...variantsOf(product_id, restored.variantIds)]),
  ]
}

interface RemovedParts {
  deletedIds: readonly string[]
  deletedOptions: readonly string[]
  restored: Parameters<typeof restoreStructure>[2]
}

/** A restored variant may have the SKU of a deleted one. */
async function removeParts(
  em: EntityManager,
  product_id: string,
  { deletedIds, deletedOptions, restored }: RemovedParts,
): Promise<LockedVariants> {
  const product = await readLockedVariants(em, product_id)
  product.removeVariants(deletedIds)
  await deleteVariants(em, deletedIds)
  await removeOptions(em, product, deletedOptions)
  if (restored.optionIds.length + restored.variantIds.length === 0) return product
  await em.flush()
  await restoreStructure(em, product_id, restored)
  return readLockedVariants(em, product_id)
}

/** Checks the titles after all changes, so that two options can swap theirs. */
function changeOptions(
  em: EntityManager,
  product: LockedVariants,
  changes: readonly { id?: string | null | undefined; title: string }[],
): void {
  const changed = changes.map(({ id, title }) => {
    if (!id) {
      const option = insertRow(em, ProductOption, { title, product_id: product.id })
      product.options.push(option)
      return option
    }
    const option = product.optionOrThrow(id)
    option.title = title
    return option
  })
  for (const option of changed) product.assertUniqueOptionTitle(option.title, option)
}

const choicesFor = (product: LockedVariants, choices: readonly NamedChoice[]) =>
  choices.map(({ option_id, option_title, value }) => ({ option_id: option_id ?? idOf(product, option_title), value }))

function idOf({ options }: LockedVariants, title = ''): string {
  const option = options.find((one) => one.title.toLowerCase() === title.toLowerCase())
  if (option) return option.id
  throw new InvalidData(`The product has no option with the title ${title}`).because({ name: 'entry_missing' })
}
