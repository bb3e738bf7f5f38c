import { DiscountResource } from '../../resources/discount.ts'
import { rowAnswer } from '../../row-answer.ts'
import { adminMutation } from '../../row-mutation.ts'

export const discountReadOptions = {
  resource: DiscountResource,
  defaults: { relations: ['parent_discount', 'regions', 'rule.conditions'] },
}

export const discountAnswer = rowAnswer('discount', discountReadOptions, (id) => `Discount with id ${id} was not found`)

export const discountMutation = adminMutation(discountAnswer)
