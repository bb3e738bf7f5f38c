import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { LeftOut } from './left-out.ts'

/** Restores a region with its countries, and returns the countries of other regions. */
export async function restoreRegion(em: EntityManager, id: string): Promise<LeftOut> {
  const countries = await lockCountries(em, id)
  await restore(em, id)
  await joinRegion(em, id)
  const taken = countries.flatMap(({ name, region }) => (region === null ? [] : [{ name, region }]))
  return { countries: taken, links: 0 }
}

const CODES = `select content ->> 'iso_2' from deleted_row_part where deleted_row_id = $1 and table_name = 'country'`

const lockCountries = statement<{ name: string; region: string | null }, [id: string]>(`
  select display_name as name, (select name from region where id = region_id) as region from country
  where iso_2 in (${CODES}) order by iso_2 for update`)

const restore = statement<object, [id: string]>('update region set deleted_at = null, updated_at = now() where id = $1')

const joinRegion = statement<object, [id: string]>(
  `update country set region_id = $1 where iso_2 in (${CODES}) and region_id is null`,
)
