import type { MikroORM } from '@mikro-orm/postgresql'

/** Returns the columns of entities that the database lacks, as `table.column`. */
export async function missingColumns(orm: MikroORM): Promise<string[]> {
  const declared = [...orm.getMetadata().getAll().values()].flatMap(({ tableName, props, embeddable, virtual }) =>
    embeddable || virtual
      ? []
      : props
          .filter(({ persist }) => persist !== false)
          .flatMap(({ fieldNames = [] }) => fieldNames.map((name) => `${tableName}.${name}`)),
  )
  const rows = await orm.em
    .fork()
    .execute<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
    )
  const existing = new Set(rows.map(({ name }) => name))
  return [...new Set(declared)].filter((name) => !existing.has(name))
}
