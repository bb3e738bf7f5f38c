import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Region } from './region.ts'

export async function findRegion(em: EntityManager, id: string): Promise<Row<Region>> {
  const region = await findRow(em, Region, { id })
  if (!region) throw regionNotFound(id)
  return region
}

export async function lockRegion(em: EntityManager, id: string): Promise<Row<Region>> {
  const region = await lockRow(em, Region, { id })
  if (!region) throw regionNotFound(id)
  return region
}

const regionNotFound = (id: string) => new NotFound(`Region with ${id} was not found`)
