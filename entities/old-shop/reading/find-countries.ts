import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** Returns the code of a country in lower case. Undefined for an unknown country. */
export type CountryFinder = (country: string) => string | undefined

/** Finds countries by their codes and by their English names. */
export async function findCountries(em: EntityManager): Promise<CountryFinder> {
  const codes = new Map<string, string>()
  for (const { iso_2, names } of await selectCountries(em)) for (const name of names) codes.set(name, iso_2)
  return (country) => codes.get(country.trim().toLowerCase())
}

const selectCountries = statement<{ iso_2: string; names: string[] }>(
  'select iso_2, array[lower(iso_2), lower(iso_3), lower(name), lower(display_name)] as names from country',
)
