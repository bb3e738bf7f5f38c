import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Country } from './country.ts'

/** Removes all other countries from the region. */
export async function setCountries(em: EntityManager, regionId: string, codes: readonly string[]): Promise<void> {
  const wanted = new Set(codes.map((code) => code.toLowerCase()))
  const countries = await lockCountries(em, { $or: [{ iso_2: { $in: [...wanted] } }, { region_id: regionId }] })
  if (countries.filter((country) => wanted.has(country.iso_2)).length < wanted.size) throw unknownCountry()
  for (const country of countries) {
    if (wanted.has(country.iso_2)) country.join(regionId)
    else country.region_id = null
  }
}

export async function addCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  const [country] = await lockCountries(em, { iso_2: code.toLowerCase() })
  if (!country) throw unknownCountry()
  country.join(regionId)
  await announce(em, 'region.updated', { id: regionId })
}

export async function removeCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  await em.nativeUpdate(Country, { iso_2: code.toLowerCase(), region_id: regionId }, { region_id: null })
  await announce(em, 'region.updated', { id: regionId })
}

/** Locks in the order of the codes, because two requests may lock the same countries. */
const lockCountries = (em: EntityManager, where: FilterQuery<Country>) =>
  em.find(Country, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { iso_2: 'asc' } })

const unknownCountry = () => new InvalidData('Invalid country code')
