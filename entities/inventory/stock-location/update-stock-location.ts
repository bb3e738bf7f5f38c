import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import {
  addAddress,
  assertAddressExists,
  type LocationAddress,
  type NewStockLocation,
  withKnownCountry,
} from './create-stock-location.ts'
import { lockStockLocation } from './find-locations.ts'
import type { StockLocation } from './stock-location.ts'
import { StockLocationAddress } from './stock-location-address.ts'

/** `address` changes the address of the location, or adds one if the location has none. */
export async function updateStockLocation(
  em: EntityManager,
  id: string,
  { address, ...changes }: Changes<NewStockLocation>,
): Promise<void> {
  const location = await lockStockLocation(em, id, 'no key update')
  if (changes.address_id) await assertAddressExists(em, changes.address_id)
  applyChanges<Row<StockLocation>>(location, changes)
  if (address) await changeAddress(em, location, address)
  await announce(em, 'stock-location.updated', { id })
}

async function changeAddress(em: EntityManager, location: Row<StockLocation>, address: LocationAddress): Promise<void> {
  const stored = location.address_id ? await lockRow(em, StockLocationAddress, { id: location.address_id }) : null
  if (stored) applyChanges<Row<StockLocationAddress>>(stored, await withKnownCountry(em, address))
  else location.address_id = await addAddress(em, address)
}
