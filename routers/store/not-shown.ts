import type { EntityManager } from '@mikro-orm/postgresql'
import { type DomainError, NotFound } from '#entities/errors.ts'
import { Product } from '#entities/product/product.ts'
import { ProductVariant } from '#entities/product/product-variant.ts'
import { type KeyScope, outOfScope } from '#entities/publishable-api-key/key-scope.ts'
import { offeredElsewhere } from '../schemas/product-conditions.ts'

interface Hidden {
  thing: 'Product' | 'Variant'
  id: string
  /** Of the storefront that asks. */
  scope: KeyScope | undefined
}

/** Why a storefront does not see a product, or a variant: no channel of its key sells it, or it is not there. */
export async function notShown(em: EntityManager, { thing, id, scope }: Hidden): Promise<DomainError> {
  const isElsewhere = scope !== undefined && (await count(em, { thing, id, scope })) > 0
  return isElsewhere ? outOfScope(thing, id) : new NotFound(`${thing} with id: ${id} was not found`)
}

function count(em: EntityManager, { thing, id, scope }: Hidden & { scope: KeyScope }): Promise<number> {
  const elsewhere = offeredElsewhere(scope.map((channel) => channel.id))
  return thing === 'Product'
    ? em.count(Product, { id, ...elsewhere })
    : em.count(ProductVariant, { id, product: elsewhere })
}
