import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Product } from '#entities/product/product.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { PricedProductResource } from '../../schemas/resources/priced-product.ts'
import type { Wanted } from '../../schemas/selection.ts'

/** Prices that a variant has by itself; those of a price list are shown with that. */
export const OWN_PRICES = { price_list_id: [null] }

export const view = {
  entity: Product,
  resource: PricedProductResource,
  defaults: {
    relations: [
      'variants.prices.price_list',
      'variants.options',
      'profile',
      'profiles',
      'images',
      'options.values',
      'tags',
      'type',
      'collection',
      'sales_channels',
      'categories',
    ],
    scopes: { 'variants.prices': OWN_PRICES },
  },
}

export const withProduct = answer({ product: PricedProductResource })

/** The product as it is stored. */
export async function readProduct(
  em: EntityManager,
  id: string,
  wanted: Wanted = {},
): Promise<{ product: z.output<typeof PricedProductResource> }> {
  const product = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  return { product }
}
