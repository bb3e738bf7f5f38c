import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, lockRow } from '#database/rows.ts'
import type { NewColumns } from '#entities/base.ts'
import { NotFound } from '#entities/errors.ts'
import { existingCountry } from '#entities/market/region/existing-country.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { StockLocation } from './stock-location.ts'
import { StockLocationAddress } from './stock-location-address.ts'

type OptionalColumn = 'address_2' | 'company' | 'city' | 'phone' | 'province' | 'postal_code'
export type LocationAddress = NewColumns<StockLocationAddress, 'address_1' | 'country_code', OptionalColumn>

export interface NewStockLocation extends NewColumns<StockLocation, 'name', 'address_id' | 'metadata'> {
  address?: LocationAddress | null | undefined
}

export async function createStockLocation(
  em: EntityManager,
  { address, ...values }: NewStockLocation,
): Promise<{ id: string }> {
  if (values.address_id) await assertAddressExists(em, values.address_id)
  const address_id = address ? await addAddress(em, address) : values.address_id
  const { id } = insertRow(em, StockLocation, { ...values, address_id })
  await announce(em, 'stock-location.created', { id })
  return { id }
}

export async function addAddress(em: EntityManager, address: LocationAddress): Promise<string> {
  return insertRow(em, StockLocationAddress, await withKnownCountry(em, address)).id
}

/** Returns the address with its country code in lower case. @throws InvalidData for an unknown country. */
export async function withKnownCountry<Address extends { country_code: string }>(
  em: EntityManager,
  address: Address,
): Promise<Address> {
  return { ...address, country_code: await existingCountry(em, address.country_code, 'address.country_code') }
}

/** @throws NotFound */
export async function assertAddressExists(em: EntityManager, id: string): Promise<void> {
  const address = await lockRow(em, StockLocationAddress, { id }, 'key share')
  if (!address) throw new NotFound(`StockLocation address with id ${id} was not found`)
}
