import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import type { OptionChoice } from './choices.ts'
import { deleteVariants } from './delete-product.ts'
import { lockProduct, lockProductAndVariants } from './find-product.ts'
import { MoneyAmount } from './money-amount.ts'
import { createVariant, type VariantAttributes, type VariantInput } from './new-variant.ts'
import type { Product } from './product.ts'
import { ProductOptionValue } from './product-option-value.ts'
import type { ProductVariant } from './product-variant.ts'
import { buildVariantAnnouncements, variantsOf } from './variant-events.ts'
import { findRegionCurrencies, type PriceInput, replaceVariantPrices } from './variant-prices.ts'

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
  const product = await lockProductAndVariants(em, id)
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
  const product = await lockProductAndVariants(em, id)
  await changeVariants(em, product, [{ ...changes, id: variant_id }])
  await announceAll(em, buildVariantAnnouncements('updated', [{ id: variant_id, product_id: id }]))
}

export async function deleteVariant(em: EntityManager, productId: string, variantId: string): Promise<void> {
  await lockProduct(em, productId)
  const deleted = await deleteVariants(em, { id: variantId, product_id: productId })
  await announceAll(em, buildVariantAnnouncements('deleted', variantsOf(productId, deleted)))
}

/** Checks the options after all changes, so that two variants can swap their option values. */
export async function changeVariants(
  em: EntityManager,
  product: Product,
  changes: readonly (VariantChanges & { id: string })[],
): Promise<void> {
  const variantsWithPrices = changes.filter((variant) => variant.prices)
  const regions = await findRegionCurrencies(
    em,
    variantsWithPrices.flatMap((variant) => variant.prices ?? []),
  )
  const storedPrices = await findBasePrices(
    em,
    variantsWithPrices.map((variant) => variant.id),
  )
  const isDerived = await isInventoryEnabled(em)
  const variantsWithNewOptions: ProductVariant[] = []
  for (const { id, prices, options, ...values } of changes) {
    const variant = product.variantOrThrow(id)
    const { inventory_quantity } = variant
    applyChanges(variant, isDerived ? { ...values, inventory_quantity } : values)
    if (variant.inventory_quantity !== inventory_quantity) variant.assertValidStock()
    if (options) {
      changeChoices(em, product, variant, options)
      variantsWithNewOptions.push(variant)
    }
    const before = storedPrices.filter((amount) => amount.variant_id === id)
    if (prices) replaceVariantPrices(em, variant, { before, prices, regions })
  }
  for (const variant of variantsWithNewOptions) product.assertValidChoices(variant.choices(), { except: variant })
  await addMissingItems(
    em,
    changes.map(({ id }) => id),
  )
}

const findBasePrices = async (em: EntityManager, variantIds: string[]): Promise<MoneyAmount[]> =>
  variantIds.length === 0 ? [] : em.find(MoneyAmount, { variant_id: { $in: variantIds }, price_list_id: null })

function changeChoices(
  em: EntityManager,
  product: Product,
  variant: ProductVariant,
  choices: readonly OptionChoice[],
): void {
  for (const { option_id, value } of choices) {
    if (!product.hasOption(option_id))
      throw new InvalidData(`Option with id: ${option_id} does not belong to the product`).because({
        name: 'entry_missing',
      })
    const current = variant.valueFor(option_id)
    if (current) current.value = value
    else em.create(ProductOptionValue, { option_id, value, variant_id: variant.id, variant })
  }
}
