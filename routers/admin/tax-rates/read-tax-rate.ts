import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { queryList } from '../../inputs/query.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { AppliedTaxRateResource, TAX_RATE_COLUMNS } from '../../resources/tax-rate.ts'
import { fillCounts } from './fill-counts.ts'

export const taxRateReadOptions = {
  resource: AppliedTaxRateResource,
  defaults: { columns: TAX_RATE_COLUMNS },
}
export const taxRateResponse = responseSchema({ tax_rate: AppliedTaxRateResource })

export const listSelectionParams = {
  expand: queryList(z.string()).optional(),
  fields: queryList(z.string()).optional(),
}

interface ListSelectionInput {
  expand?: string[] | undefined
  fields?: string[] | undefined
}

export const joinSelectionLists = ({ expand, fields }: ListSelectionInput) => ({
  expand: expand?.join(','),
  fields: fields?.join(','),
})

export async function readTaxRate(
  { em }: { em: EntityManager },
  id: string,
  selection: ListSelectionInput,
): Promise<z.output<typeof taxRateResponse>> {
  const tax_rate = await readRow(em, joinSelectionLists(selection), { ...taxRateReadOptions, where: [{ id }] })
  if (!tax_rate) throw new NotFound(`TaxRate with ${id} was not found`)
  await fillCounts(em, [tax_rate])
  return { tax_rate }
}

export const taxRateMutation = adminMutation({ response: taxRateResponse, read: readTaxRate })
