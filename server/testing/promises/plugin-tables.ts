import type { MikroORM } from '@mikro-orm/postgresql'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { Plugin } from '#server/plugin/plugin.ts'

export const tablesOf = (orm: MikroORM, { entities = [] }: Plugin): string[] =>
  entities.map((entity) => orm.getMetadata().get(entity).tableName)

export const fieldTables = (orm: MikroORM): string[] =>
  Object.values(FIELD_ENTITIES).map((entity) => orm.getMetadata().get(entity).tableName)

/** Returns the tables of the shop with a column of this name, out of all tables or out of `among`. */
export async function tablesWithColumn(orm: MikroORM, column: string, among?: readonly string[]): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ name: string }[]>(
    `select table_name as name from information_schema.columns c join information_schema.tables t
         using (table_schema, table_name)
       where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = ? order by 1`,
    [column],
  )
  const names = rows.map(({ name }) => name)
  return among ? names.filter((name) => among.includes(name)) : names
}
