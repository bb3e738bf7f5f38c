import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { defer, statement } from '#database/statement.ts'
import { Duplicate, InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'

export async function setCountries(em: EntityManager, regionId: string, codes: readonly string[]): Promise<void> {
  const newCodes = [...new Set(codes.map((code) => code.toLowerCase()))]
  await assertJoinable(em, newCodes, regionId)
  await defer(em, removeOtherCountries.with(regionId, newCodes), joinRegion.with(regionId, newCodes))
}

export async function addCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  const codes = [code.toLowerCase()]
  await assertJoinable(em, codes, regionId)
  await defer(em, joinRegion.with(regionId, codes))
  await announce(em, 'region.updated', { id: regionId })
}

export async function removeCountry(em: EntityManager, regionId: string, code: string): Promise<void> {
  await defer(em, removeOneCountry.with(regionId, code.toLowerCase()))
  await announce(em, 'region.updated', { id: regionId })
}

/** Locks the countries. @throws InvalidData for an unknown code. Duplicate for a country of another region. */
async function assertJoinable(em: EntityManager, codes: readonly string[], regionId: string): Promise<void> {
  const countries = await lockCountries(em, codes, regionId)
  const joining = countries.filter(({ iso_2 }) => codes.includes(iso_2))
  if (joining.length < codes.length)
    throw new InvalidData('Invalid country code').about('countries').because({ name: 'references_missing' })
  const taken = joining.find(({ region_id }) => region_id && region_id !== regionId)
  if (taken)
    throw new Duplicate(`${taken.display_name} already exists in region ${taken.region_id}`)
      .about('countries')
      .because({ name: 'country_in_other_region', country: taken.display_name })
}

/** Locks the countries with the codes and those of the region, in the order of the codes, so that two requests cannot deadlock. */
export const lockCountries = query((db, codes: readonly string[], region_id: string) =>
  db
    .selectFrom('country')
    .select(['iso_2', 'display_name', 'region_id'])
    .where((eb) => eb.or([eb('iso_2', '=', anyOf(codes)), eb('region_id', '=', region_id)]))
    .orderBy('iso_2')
    .forUpdate(),
)

type CountriesOfRegion = [region_id: string, codes: readonly string[]]

const joinRegion = statement<object, CountriesOfRegion>(
  'update country set region_id = $1 where iso_2 = any($2::text[]) and region_id is null',
)
const removeOtherCountries = statement<object, CountriesOfRegion>(
  'update country set region_id = null where region_id = $1 and iso_2 <> all($2::text[])',
)
const removeOneCountry = statement<object, [region_id: string, code: string]>(
  'update country set region_id = null where region_id = $1 and iso_2 = $2',
)
