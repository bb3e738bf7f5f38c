import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { Country } from './country.ts'

export async function setCountries(em: EntityManager, regionId: string, codes: readonly string[]): Promise<void> {
  const newCodes = new Set(codes.map((code) => code.toLowerCase()))
  const countries = await lockCountries(em, [...newCodes], regionId)
  if (countries.filter((country) => newCodes.has(country.iso_2)).length < newCodes.size) throw unknownCountryError()
  for (const country of countries) {
    if (newCodes.has(country.iso_2)) country.joinRegion(regionId)
    else country.region_id = null
  }
}

export async function addCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  const [country] = await lockCountries(em, [code.toLowerCase()])
  if (!country) throw unknownCountryError()
  country.joinRegion(regionId)
  await announce(em, 'region.updated', { id: regionId })
}

export async function removeCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  await em.nativeUpdate(Country, { iso_2: code.toLowerCase(), region_id: regionId }, { region_id: null })
  await announce(em, 'region.updated', { id: regionId })
}

/** Locks in the order of the codes, so that two requests cannot deadlock. */
async function lockCountries(
  em: EntityManager,
  codes: readonly string[],
  regionId: string | null = null,
): Promise<Country[]> {
  const lockedRows = await lockCountryRows(em, codes, regionId)
  return em.find(Country, { iso_2: { $in: lockedRows.map(({ iso_2 }) => iso_2) } }, { refresh: true })
}

const lockCountryRows = query((db, codes: readonly string[], region_id: string | null) =>
  db
    .selectFrom('country')
    .select('iso_2')
    .where((eb) => eb.or([eb('iso_2', '=', anyOf(codes)), eb('region_id', '=', region_id)]))
    .orderBy('iso_2')
    .forUpdate(),
)

const unknownCountryError = () =>
  new InvalidData('Invalid country code').about('countries').because({ name: 'references_missing' })
