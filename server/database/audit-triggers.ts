import type { MikroORM } from '@mikro-orm/postgresql'
import { UNAUDITED_TABLES } from '#entities/platform/audit/audited-tables.ts'

export async function attachAuditTriggers(orm: MikroORM): Promise<void> {
  const connection = orm.em.getConnection()
  const tables = await connection.execute<{ name: string; key: string }[]>(unattachedTablesSql, [
    UNAUDITED_TABLES.join(','),
  ])
  for (const { name, key } of tables) {
    // One transaction, so that a running server of an older version records each change of the table once.
    await connection.transactional((transaction) =>
      connection.execute(attachmentSql(name, key), [], 'all', transaction),
    )
  }
}

const attachmentSql = (name: string, key: string): string => `
  drop trigger if exists audit on ${name};
  create trigger audit after update or delete on ${name}
  for each row when (${isAudited}) execute function audit_change(${key});
  create trigger audit_inserts after insert on ${name} referencing new table as inserted
  for each statement when (${isAudited}) execute function audit_inserts(${key})`

const isAudited = "current_setting('cartwright.audit', true) <> ''"

const unattachedTablesSql = `
  select t.oid::regclass::text as name, coalesce((
      select string_agg(quote_literal(a.attname), ', ' order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = t.oid and i.indisprimary), '') as key
  from pg_class t
  where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    and t.relname <> all(string_to_array(?, ','))
    and not exists (select from pg_trigger where tgrelid = t.oid and tgname = 'audit_inserts')
  order by name`
