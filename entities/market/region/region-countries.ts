import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Country } from './country.ts'

/** Puts exactly these countries into the region; those that it had besides are free again. */
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

/** Frees the country, where it is in the region. */
export async function removeCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  await em.nativeUpdate(Country, { iso_2: code.toLowerCase(), region_id: regionId }, { region_id: null })
  await announce(em, 'region.updated', { id: regionId })
}

/** Two regions may want one country at the same time. Always in the same order, so that nobody waits in a circle. */
const lockCountries = (em: EntityManager, where: FilterQuery<Country>) =>
  em.find(Country, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { iso_2: 'asc' } })

const unknownCountry = () => new InvalidData('Invalid country code')
