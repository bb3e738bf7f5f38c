import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { Carrier } from './carrier.ts'
import { assertTrackingUrl } from './tracking-url.ts'

export interface NewCarrier {
  name: string
  tracking_url: string
}

/** @throws InvalidData if the tracking address is no template. */
export function createCarrier(em: EntityManager, carrier: NewCarrier): Row<Carrier> {
  assertTrackingUrl(carrier.tracking_url)
  return insertRow(em, Carrier, carrier)
}

/** The links of earlier fulfillments stay. @throws NotFound, InvalidData */
export async function updateCarrier(em: EntityManager, id: string, changes: Changes<NewCarrier>): Promise<void> {
  const carrier = await lockCarrier(em, id)
  if (changes.tracking_url) assertTrackingUrl(changes.tracking_url)
  applyChanges(carrier, changes)
}

/** The links of earlier fulfillments stay. @throws NotFound */
export async function deleteCarrier(em: EntityManager, id: string): Promise<void> {
  const carrier = await lockCarrier(em, id)
  await archiveRow(em, 'carrier', id)
  deleteRow(em, carrier)
}

async function lockCarrier(em: EntityManager, id: string): Promise<Row<Carrier>> {
  const carrier = await lockRow(em, Carrier, { id })
  if (!carrier) throw new NotFound(`Carrier with id: ${id} was not found`)
  return carrier
}
