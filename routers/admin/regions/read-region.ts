import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { RegionResource } from '../../resources/region.ts'

export const regionReadOptions = {
  resource: RegionResource,
  defaults: { relations: ['countries', 'payment_providers', 'fulfillment_providers', 'currency'] },
}

export const regionAnswer = rowAnswer('region', regionReadOptions, (id) => `Region with ${id} was not found`)

export const regionMutation = adminMutation(regionAnswer)
