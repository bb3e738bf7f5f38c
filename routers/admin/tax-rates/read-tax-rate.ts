import { z } from 'zod'
import { queryList } from '../../inputs/query.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { AppliedTaxRateResource, TAX_RATE_COLUMNS } from '../../resources/tax-rate.ts'
import { fillCounts } from './fill-counts.ts'

export const taxRateReadOptions = {
  resource: AppliedTaxRateResource,
  defaults: { columns: TAX_RATE_COLUMNS },
  fill: fillCounts,
}

const names = queryList(z.string())
  .transform((list) => list.join(','))
  .optional()

export const listSelectionParams = { expand: names, fields: names }

export const taxRateAnswer = rowAnswer('tax_rate', taxRateReadOptions, (id) => `TaxRate with ${id} was not found`)
export const taxRateMutation = adminMutation(taxRateAnswer)
