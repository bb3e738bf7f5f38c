import { anyOf } from '#database/query.ts'
import { query } from '#entities/query.ts'

/** Returns the items of the variants, each with the quantity that one unit of the variant takes. */
export const findItemsOfVariants = query((db, variantIds: readonly string[]) =>
  db
    .selectFrom('product_variant_inventory_item as link')
    .innerJoin('product_variant as variant', 'variant.id', 'link.variant_id')
    .select(['link.variant_id', 'link.inventory_item_id', 'link.required_quantity'])
    .select(['variant.manage_inventory', 'variant.allow_backorder'])
    .where('link.variant_id', '=', anyOf(variantIds))
    .orderBy('link.id'),
)

export type VariantItem = Awaited<ReturnType<typeof findItemsOfVariants>>[number]
