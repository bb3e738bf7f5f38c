import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { RegionResource } from '../../resources/region.ts'
import { adminMutation } from '../../row-mutation.ts'

export const regionReadOptions = {
  resource: RegionResource,
  defaults: { relations: ['countries', 'payment_providers', 'fulfillment_providers', 'currency'] },
}

export const regionResponse = responseSchema({ region: RegionResource })

export async function readRegion(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput = {},
): Promise<z.output<typeof regionResponse>> {
  const region = await readRow(em, selection, { ...regionReadOptions, where: [{ id }] })
  if (!region) throw new NotFound(`Region with ${id} was not found`)
  return { region }
}

export const regionMutation = adminMutation({ response: regionResponse, read: readRegion })
