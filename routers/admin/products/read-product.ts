import type { z } from 'zod'
import type { Reader } from '../../context/dependencies.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { PricedProductResource } from '../../resources/priced-product.ts'
import { fillStock } from '../../resources/variant-stock.ts'

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

async function fillProductStock(
  reader: Reader,
  products: z.output<typeof PricedProductResource>[],
): Promise<z.output<typeof PricedProductResource>[]> {
  await fillStock(
    reader,
    products.flatMap(({ variants }) => variants ?? []),
    'all',
  )
  return products
}

export const productView = { ...productReadOptions, fill: fillProductStock }
export const productAnswer = rowAnswer('product', productView)
export const productMutation = adminMutation(productAnswer)
