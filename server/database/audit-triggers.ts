import type { MikroORM } from '@mikro-orm/postgresql'
import { UNAUDITED_TABLES } from '#entities/platform/audit/audited-tables.ts'

export async function attachAuditTriggers(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  const tables = await connection.execute<{ name: string; key: string }[]>(unattachedTablesSql, [
    UNAUDITED_TABLES.join(','),
  ])
  for (const { name, key } of tables) {
    await connection.execute(`
      create trigger audit after insert or update or delete on ${name}
      for each row when (current_setting('cartwright.audit', true) <> '') execute function audit_change(${key})`)
  }
}

const unattachedTablesSql = `
  select t.oid::regclass::text as name, coalesce((
      select string_agg(quote_literal(a.attname), ', ' order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = t.oid and i.indisprimary), '') as key
  from pg_class t
  where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    and t.relname <> all(string_to_array(?, ','))
    and not exists (select from pg_trigger where tgrelid = t.oid and tgname = 'audit')
  order by name`
