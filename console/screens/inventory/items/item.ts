import type { RouterOutputs } from '#client/index.ts'
import { variantName } from '#console/components/variants/variant-name.ts'

export type Item = RouterOutputs['admin']['inventoryItems']['get']['inventory_item']
export type Level = NonNullable<Item['location_levels']>[number]

interface Named {
  id: string
  title?: string | null | undefined
  sku?: string | null | undefined
  variants?: readonly { title: string; product?: { title: string } | null | undefined }[] | undefined
}

/** The name of an item: the product and the variant that it belongs to, its title or its SKU. */
export function itemName({ id, title, sku, variants = [] }: Named): string {
  const [variant] = variants
  if (variant) return variantName(variant.product?.title, variant.title)
  return title || sku || id
}
