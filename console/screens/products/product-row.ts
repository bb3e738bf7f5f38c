import type { RouterOutputs } from '#client/index.ts'

/** A product as its page reads it. */
export type ProductRow = RouterOutputs['admin']['products']['get']['product']

export type VariantRow = NonNullable<ProductRow['variants']>[number]
