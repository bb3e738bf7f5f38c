import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { NotFound } from '#entities/errors.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { BOUGHT_TYPES, type BoughtType, type BuyGet } from './buy-get.ts'

const KINDS = [...BOUGHT_TYPES, 'variants'] as const
const ENTITIES: Record<BoughtType | 'variants', EntityClass<{ id: string }>> = {
  products: Product,
  product_types: ProductType,
  product_collections: ProductCollection,
  product_tags: ProductTag,
  variants: ProductVariant,
}

/** @throws NotFound for the id of a product, type, collection, tag or variant that does not exist. */
export async function assertBoughtKnown(em: EntityManager, terms: BuyGet | null | undefined): Promise<void> {
  for (const kind of KINDS) {
    const [unknownId] = await missingIds(em, ENTITIES[kind], [...new Set(terms?.[kind])])
    if (unknownId) throw new NotFound(`buy_get.${kind}: ${unknownId} was not found`)
  }
}
