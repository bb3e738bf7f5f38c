import { RegionResource } from '../../resources/region.ts'
import { rowAnswer } from '../../row-answer.ts'
import { adminMutation } from '../../row-mutation.ts'

export const regionReadOptions = {
  resource: RegionResource,
  defaults: { relations: ['countries', 'payment_providers', 'fulfillment_providers', 'currency'] },
}

export const regionAnswer = rowAnswer('region', regionReadOptions, (id) => `Region with ${id} was not found`)

export const regionMutation = adminMutation(regionAnswer)
