import { PriceListResource } from '../../resources/product.ts'
import { rowAnswer } from '../../row-answer.ts'
import { adminMutation } from '../../row-mutation.ts'

export const priceListReadOptions = { resource: PriceListResource }

export const priceListAnswer = rowAnswer('price_list', {
  ...priceListReadOptions,
  defaults: { relations: ['prices.variant', 'prices.variants', 'customer_groups'] },
})
export const priceListMutation = adminMutation(priceListAnswer)
