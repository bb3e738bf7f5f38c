import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { PriceListResource } from '../../resources/product.ts'

export const priceListReadOptions = { resource: PriceListResource }

export const priceListAnswer = rowAnswer('price_list', {
  ...priceListReadOptions,
  defaults: { relations: ['prices.variant', 'prices.variants', 'customer_groups'] },
})
export const priceListMutation = adminMutation(priceListAnswer)
