import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { SalesChannel } from './sales-channel.ts'

export async function findSalesChannel(em: EntityManager, id: string): Promise<Row<SalesChannel>> {
  const channel = await findRow(em, SalesChannel, { id })
  if (!channel) throw new NotFound(`Sales channel with id: ${id} was not found`)
  return channel
}
