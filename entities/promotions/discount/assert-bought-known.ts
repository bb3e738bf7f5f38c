import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { NotFound } from '#entities/errors.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import type { BuyGet } from './buy-get.ts'

/**
 * IDs in `stored` may belong to deleted rows, so that a discount whose gift was deleted can still be changed.
 * @throws NotFound for the id of a product, type, collection, tag or variant that does not exist.
 */
export async function assertBoughtKnown(
  em: EntityManager,
  terms: BuyGet | null | undefined,
  stored?: BuyGet | null,
): Promise<void> {
  if (!terms) return
  const assertKnown = <Row extends { id: string }>(entity: EntityClass<Row>, name: BoughtList) =>
    assertExist(em, entity, { name, ids: terms[name]?.filter((id) => !stored?.[name]?.includes(id)) })
  await assertKnown(Product, 'products')
  await assertKnown(ProductType, 'product_types')
  await assertKnown(ProductCollection, 'product_collections')
  await assertKnown(ProductTag, 'product_tags')
  await assertKnown(ProductVariant, 'variants')
}

type BoughtList = 'products' | 'product_types' | 'product_collections' | 'product_tags' | 'variants'

async function assertExist<Row extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Row>,
  { name, ids }: { name: string; ids: readonly string[] | null | undefined },
): Promise<void> {
  const [unknownId] = await missingIds(em, entity, [...new Set(ids)])
  if (unknownId) throw new NotFound(`buy_get.${name}: ${unknownId} was not found`)
}
