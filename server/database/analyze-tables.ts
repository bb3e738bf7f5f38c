import type { EntityManager } from '@mikro-orm/postgresql'

/** Until autovacuum analyzes a new table, PostgreSQL plans for an empty one. Then a read of one row can scan all rows. */
export async function analyzeTables(em: EntityManager): Promise<void> {
  await em.execute(ANALYZE_SQL)
}

/** The database can have the schemas of other shops. */
export const ANALYZE_SQL = `
  do $$ begin
    execute 'analyze ' || (
      select string_agg(oid::regclass::text, ', ') from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'));
  end $$`
