import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { NotFound } from '#entities/errors.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import type { BuyGet } from './buy-get.ts'

/** @throws NotFound for the id of a product, type, collection, tag or variant that does not exist. */
export async function assertBoughtKnown(em: EntityManager, terms: BuyGet | null | undefined): Promise<void> {
  if (!terms) return
  await assertKnown(em, Product, { name: 'products', ids: terms.products })
  await assertKnown(em, ProductType, { name: 'product_types', ids: terms.product_types })
  await assertKnown(em, ProductCollection, { name: 'product_collections', ids: terms.product_collections })
  await assertKnown(em, ProductTag, { name: 'product_tags', ids: terms.product_tags })
  await assertKnown(em, ProductVariant, { name: 'variants', ids: terms.variants })
}

async function assertKnown<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Row>,
  { name, ids }: { name: string; ids: readonly string[] | null | undefined },
): Promise<void> {
  const [unknownId] = await missingIds(em, entity, [...new Set(ids)])
  if (unknownId) throw new NotFound(`buy_get.${name}: ${unknownId} was not found`)
}
