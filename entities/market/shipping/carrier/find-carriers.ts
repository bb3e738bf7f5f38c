import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { Carrier } from './carrier.ts'
import { KNOWN_CARRIERS, type KnownCarrier } from './known-carriers.ts'

export interface OfferedCarrier extends KnownCarrier {
  /** Null for a well-known carrier. */
  id: string | null
}

/** The carriers of the shop and the well-known ones, by name. */
export async function findCarriers(em: EntityManager): Promise<OfferedCarrier[]> {
  const own = (await findRows(em, Carrier, {})).map(({ id, name, tracking_url }) => ({ id, name, tracking_url }))
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  const known = KNOWN_CARRIERS.filter(({ name }) => !names.has(name.toLowerCase()))
  return [...own, ...known.map((carrier) => ({ id: null, ...carrier }))].sort((one, other) =>
    one.name.localeCompare(other.name),
  )
}

/** Returns undefined for an unknown name. */
export async function maybeCarrier(em: EntityManager, name: string): Promise<OfferedCarrier | undefined> {
  const wanted = name.trim().toLowerCase()
  return (await findCarriers(em)).find((carrier) => carrier.name.toLowerCase() === wanted)
}

/** @throws InvalidData for an unknown name. */
export async function findCarrier(em: EntityManager, name: string): Promise<OfferedCarrier> {
  const carrier = await maybeCarrier(em, name)
  if (!carrier)
    throw new InvalidData(`The carrier ${name} is not known. Add it in the settings of the shop.`)
      .about('carrier')
      .because({ name: 'carrier_unknown' })
  return carrier
}
