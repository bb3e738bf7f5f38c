import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Region } from './region.ts'

export function findRegion(em: EntityManager, id: string): Promise<Region> {
  return em.findOneOrFail(Region, { id }, { failHandler: () => regionNotFound(id) })
}

export async function lockRegion(em: EntityManager, id: string): Promise<Row<Region>> {
  const region = await lockRow(em, Region, { id })
  if (!region) throw regionNotFound(id)
  return region
}

const regionNotFound = (id: string) => new NotFound(`Region with ${id} was not found`)
