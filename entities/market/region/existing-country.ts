import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { Country } from './country.ts'

/** Returns the code in lower case. `field` is the input with the code. @throws InvalidData for an unknown country. */
export async function existingCountry(em: EntityManager, code: string, field: string): Promise<string> {
  const iso_2 = code.toLowerCase()
  if ((await em.count(Country, { iso_2 })) === 0)
    throw new InvalidData(`Country with code ${code} does not exist`)
      .about(field)
      .because({ name: 'references_missing' })
  return iso_2
}
