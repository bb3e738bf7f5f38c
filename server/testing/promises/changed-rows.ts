import type { MikroORM } from '@mikro-orm/postgresql'

export type RowChecksums = ReadonlyMap<string, string>

/** The tables must have a column `id`. */
export async function readChecksums(orm: MikroORM, tables: readonly string[]): Promise<RowChecksums> {
  if (tables.length === 0) return new Map()
  const each = tables.map((table) => `select '${table} ' || id as row, md5(t::text) as checksum from "${table}" t`)
  const rows = await orm.em.fork().execute<{ row: string; checksum: string }[]>(each.join(' union all '))
  return new Map(rows.map(({ row, checksum }) => [row, checksum]))
}

/** Returns the created, changed and deleted rows as `table id`. */
export function changedRows(before: RowChecksums, after: RowChecksums): string[] {
  const rows = new Set([...before.keys(), ...after.keys()])
  return [...rows].filter((row) => before.get(row) !== after.get(row))
}
