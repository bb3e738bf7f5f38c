import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { adjustmentsIn, applyChanges } from '#entities/values/apply-changes.ts'
import type { OptionChoice } from './choices.ts'
import { deleteVariants } from './delete-product.ts'
import { lockProduct } from './find-product.ts'
import { type LockedVariants, lockVariants, readLockedVariants } from './locked-variants.ts'
import { createVariant, type VariantAttributes, type VariantInput } from './new-variant.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'
import { findBasePrices, findRegionCurrencies, type PriceInput, replaceVariantPrices } from './variant-prices.ts'

/** `prices` replaces all prices of the variant that belong to no price list. */
export interface VariantChanges extends Partial<VariantAttributes> {
  variant_rank?: number | undefined
  prices?: readonly PriceInput[] | null | undefined
  options?: readonly OptionChoice[] | null | undefined
}

export async function addVariant(
  em: EntityManager,
  { id, ...input }: Omit<VariantInput, 'variant_rank'> & { id: string },
): Promise<void> {
  const product = await lockVariants(em, id)
  product.assertValidChoices(input.options)
  const regions = await findRegionCurrencies(em, input.prices)
  const variant = createVariant(em, id, { ...input, variant_rank: product.nextRank() }, regions)
  await addMissingItems(em, [variant.id])
  await announceAll(em, buildVariantAnnouncements('created', [variant]))
}

export async function updateVariant(
  em: EntityManager,
  { id, variant_id, ...changes }: VariantChanges & { id: string; variant_id: string },
): Promise<void> {
  await lockProduct(em, id)
  if (Object.keys(adjustmentsIn(changes)).length > 0) await lockVariant(em, variant_id)
  const product = await readLockedVariants(em, id)
  await changeVariants(em, product, [{ ...changes, id: variant_id }])
  await announceAll(em, buildVariantAnnouncements('updated', [{ id: variant_id, product_id: id }]))
}

/** A sale locks the variant, and not its product. */
const lockVariant = statement('select from product_variant where id = $1 for no key update')

export async function deleteVariant(em: EntityManager, product_id: string, variant_id: string): Promise<void> {
  const { variants } = await lockVariants(em, product_id)
  if (!variants.some(({ id }) => id === variant_id)) return
  await deleteVariants(em, [variant_id])
  await announceAll(em, buildVariantAnnouncements('deleted', variantsOf(product_id, [variant_id])))
}

const stockAtLocations = () =>
  new InvalidData('The stock is kept at locations. Change the level of the inventory item instead.')
    .about('adjust.inventory_quantity')
    .because({ name: 'stock_at_locations' })

/** Checks the options after all changes, so that two variants can swap their option values. */
export async function changeVariants(
  em: EntityManager,
  product: LockedVariants,
  changes: readonly (VariantChanges & { id: string })[],
): Promise<void> {
  const withPrices = changes.filter((variant) => variant.prices)
  const regions = await findRegionCurrencies(
    em,
    withPrices.flatMap((variant) => variant.prices ?? []),
  )
  const storedPrices = await findBasePrices(
    em,
    withPrices.map(({ id }) => id),
  )
  const isDerived = await isInventoryEnabled(em)
  for (const { id, prices, options, ...values } of changes) {
    const variant = product.variantOrThrow(id)
    const { inventory_quantity } = variant
    if (isDerived && 'inventory_quantity' in adjustmentsIn(values)) throw stockAtLocations()
    applyChanges(variant, isDerived ? { ...values, inventory_quantity } : values)
    if (variant.inventory_quantity !== inventory_quantity) variant.assertValidStock()
    variant.assertValidCost()
    if (options) product.choose(variant, options)
    const before = storedPrices.filter((price) => price.variant_id === id)
    if (prices) replaceVariantPrices(em, id, { before, prices, regions })
  }
  for (const { id, options } of changes)
    if (options) product.assertValidChoices(product.choicesOf({ id }), { except: { id } })
  await addMissingItems(
    em,
    changes.map(({ id }) => id),
  )
}
