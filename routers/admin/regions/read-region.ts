import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Region } from '#entities/region/region.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { RegionResource } from '../../schemas/resources/region.ts'
import type { Wanted } from '../../schemas/selection.ts'

export const view = {
  entity: Region,
  resource: RegionResource,
  defaults: { relations: ['countries', 'payment_providers', 'fulfillment_providers', 'currency'] },
}

export const withRegion = answer({ region: RegionResource })

/** The region as it is stored. */
export async function readRegion(
  em: EntityManager,
  id: string,
  wanted: Wanted = {},
): Promise<z.output<typeof withRegion>> {
  const region = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!region) throw new NotFound(`Region with ${id} was not found`)
  return { region }
}
