import type { EntityManager } from '@mikro-orm/postgresql'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { type DomainError, NotFound } from '#entities/errors.ts'
import { type KeyScope, outOfScopeError } from '#entities/market/publishable-api-key/key-scope.ts'
import { soldInOtherChannels } from '../filters/product-conditions.ts'

interface HiddenItem {
  thing: 'Product' | 'Variant'
  id: string
  scope: KeyScope | undefined
}

/** Returns a more specific error than NotFound if only other sales channels sell the product. */
export async function notVisibleError(em: EntityManager, { thing, id, scope }: HiddenItem): Promise<DomainError> {
  const isElsewhere = scope !== undefined && (await countInOtherChannels(em, { thing, id, scope })) > 0
  return isElsewhere ? outOfScopeError(thing, id) : new NotFound(`${thing} with id: ${id} was not found`)
}

function countInOtherChannels(
  em: EntityManager,
  { thing, id, scope }: HiddenItem & { scope: KeyScope },
): Promise<number> {
  const elsewhere = soldInOtherChannels(scope.map((channel) => channel.id))
  return thing === 'Product'
    ? em.count(Product, { id, ...elsewhere })
    : em.count(ProductVariant, { id, product: elsewhere })
}
