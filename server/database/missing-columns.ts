import type { EntityProperty, MikroORM } from '@mikro-orm/postgresql'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { additionsOf } from './field-columns.ts'

/** Returns one line for each column of an entity that the database lacks, with its SQL for a field. */
export async function missingColumns(orm: MikroORM, plugins: ShopParts['plugins']): Promise<string[]> {
  const rows = await orm.em
    .fork()
    .execute<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
    )
  const existing = new Set(rows.map(({ name }) => name))
  const declared = Array.from(orm.getMetadata().getAll().values(), ({ tableName, props }) =>
    props.filter(isStored).flatMap(({ fieldNames }) => fieldNames.map((name) => `${tableName}.${name}`)),
  )
  const additions = additionsOf(orm, plugins)
  return declared
    .flat()
    .filter((name) => !existing.has(name))
    .map((name) => `The database has no column ${name}. ${additions.get(name) ?? UNKNOWN}`)
}

const UNKNOWN = 'Add a migration to the plugin of the column.'

const isStored = ({ kind, persist, owner }: EntityProperty): boolean =>
  persist !== false && (kind === 'scalar' || kind === 'm:1' || (kind === '1:1' && owner))
