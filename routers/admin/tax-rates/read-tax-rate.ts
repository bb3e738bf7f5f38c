import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { TaxRate } from '#entities/tax/tax-rate.ts'
import { readRow } from '../../schemas/list.ts'
import { queryList } from '../../schemas/query.ts'
import { answer } from '../../schemas/resource.ts'
import { AppliedTaxRateResource, TAX_RATE_COLUMNS } from '../../schemas/resources/tax-rate.ts'
import { fillCounts } from './fill-counts.ts'

export const view = { entity: TaxRate, resource: AppliedTaxRateResource, defaults: { columns: TAX_RATE_COLUMNS } }
export const withRate = answer({ tax_rate: AppliedTaxRateResource })

/** Here, and only here, these are lists. */
export const selectingByList = {
  expand: queryList(z.string()).optional(),
  fields: queryList(z.string()).optional(),
}

interface WantedByList {
  expand?: string[] | undefined
  fields?: string[] | undefined
}

export const joined = ({ expand, fields }: WantedByList) => ({ expand: expand?.join(','), fields: fields?.join(',') })

/** The rate as it is stored. */
export async function readTaxRate(
  em: EntityManager,
  id: string,
  wanted: WantedByList,
): Promise<z.output<typeof withRate>> {
  const tax_rate = await readRow(em, joined(wanted), { ...view, where: [{ id }] })
  if (!tax_rate) throw new NotFound(`TaxRate with ${id} was not found`)
  await fillCounts(em, [tax_rate])
  return { tax_rate }
}
