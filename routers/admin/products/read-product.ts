import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { PricedProductResource } from '../../resources/priced-product.ts'
import { fillStock } from '../../resources/variant-stock.ts'
import { adminMutation } from '../../row-mutation.ts'

export const OWN_PRICES = { price_list_id: [null] }

export const productReadOptions = {
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

export const productResponse = responseSchema({ product: PricedProductResource })

export async function readProduct(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput = {},
): Promise<{ product: z.output<typeof PricedProductResource> }> {
  const product = await readRow(em, selection, { ...productReadOptions, where: [{ id }] })
  if (!product) throw new NotFound(`Product with id: ${id} was not found`)
  await fillStock(em, product.variants ?? [], 'all')
  return { product }
}

export const productMutation = adminMutation({ response: productResponse, read: readProduct })
