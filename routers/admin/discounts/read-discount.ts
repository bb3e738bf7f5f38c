import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { DiscountResource } from '../../resources/discount.ts'

export const discountReadOptions = {
  resource: DiscountResource,
  defaults: { relations: ['parent_discount', 'regions', 'rule.conditions'] },
}

export const discountAnswer = rowAnswer('discount', discountReadOptions, (id) => `Discount with id ${id} was not found`)

export const discountMutation = adminMutation(discountAnswer)
