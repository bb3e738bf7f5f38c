import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'

/** Returns all values of all tables as text, also those of the jobs and of saved responses. */
export async function dumpDatabase(orm: MikroORM): Promise<string> {
  const em = orm.em.fork()
  const tables = await em.execute<{ name: string; bytes: string[] | null }[]>(`
    select t.oid::regclass::text as name, (
      select array_agg(quote_ident(attname)) from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped and atttypid = 'bytea'::regtype) as bytes
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relkind in ('r', 'p') and not t.relispartition and n.nspname in (current_schema(), 'graphile_worker')`)
  const texts: string[] = []
  for (const { name, bytes } of tables) {
    const columns = ['t::text', ...(bytes ?? []).map((column) => `encode(${column}, 'escape')`)].join(', ')
    const rows = await em.execute<object[]>(`select ${columns} from ${name} t`)
    texts.push(`${name}\n${JSON.stringify(rows)}`)
  }
  return texts.join('\n')
}

/** Returns the names and the content of all files of a folder. */
export const dumpFolder = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .map(
      (entry) => `${entry.name}\n${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'latin1') : ''}`,
    )
    .join('\n')
