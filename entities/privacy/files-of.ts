import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { CustomerRows } from './customer-rows.ts'
import type { PersonalTable } from './personal-tables.ts'
import { inKeys, keyParameters, quoteName } from './row-sql.ts'

/** Returns the keys of the files in the personal columns of the rows. */
export async function filesOf(
  em: EntityManager,
  tables: ReadonlyMap<string, PersonalTable>,
  rows: CustomerRows,
): Promise<string[]> {
  const found: string[] = []
  for (const { table: name, column } of await selectFileColumns(em)) {
    const table = tables.get(name)
    const keys = rows.keysOf(name)
    if (!table || keys.length === 0 || !isErased(table, column)) continue
    const files = await statement<{ key: string }>(`
      select distinct t.${quoteName(column)} as key from ${quoteName(name)} t
      where t.${quoteName(column)} is not null and ${inKeys(table, 't')}`)(em, ...keyParameters(table, keys))
    found.push(...files.map(({ key }) => key))
  }
  return found
}

const isErased = ({ personal }: PersonalTable, column: string): boolean => {
  const options = personal.get(column)
  return options !== undefined && options.erasure !== 'keep'
}

/** The foreign keys also have the columns of plugins that the shop lacks. */
const selectFileColumns = statement<{ table: string; column: string }>(`
  select c.relname as table, a.attname as column
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and cardinality(f.conkey) = 1 and f.confrelid = to_regclass('upload')
  order by c.relname, a.attname`)
