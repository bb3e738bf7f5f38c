import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cloneDatabase, execute } from '../support/postgres.ts'

/* What stands in the way of several writers is counted in docs/scaling.md. */

const INDEXES = `
  select count(*) filter (where indnullsnotdistinct) as nulls_not_distinct,
    count(*) filter (where indexprs is not null) as expressions,
    count(*) filter (where definition like '%gin_trgm_ops%') as trigrams,
    count(*) filter (where definition like '%USING gin (to_tsvector%') as texts,
    count(*) filter (where amname = 'gin' and definition !~ 'gin_trgm_ops|to_tsvector') as arrays,
    count(*) filter (where amname = 'gin' and indnatts > 1) as of_several_columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    cross join pg_get_indexdef(i.indexrelid) definition
  where c.relnamespace = 'public'::regnamespace`

const DEFERRABLE = `
  select count(*) filter (where contype = 'f') as foreign_keys, count(*) filter (where contype = 'u') as uniques
  from pg_constraint where connamespace = 'public'::regnamespace and condeferrable`

const TRIGGERS = `
  select count(*) as own from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgfoid <> 'audit_change'::regproc`

test('docs/scaling.md counts what a distributed database may not have as often as we use it', async () => {
  await using database = await cloneDatabase()
  const count = async (sql: string) => (await execute(database.url, sql))[0]!
  const [indexes, deferrable, triggers] = [await count(INDEXES), await count(DEFERRABLE), await count(TRIGGERS)]
  const document = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  for (const phrase of [
    `deferrable constraints (${deferrable.foreign_keys} foreign keys, ${deferrable.uniques} unique)`,
    `\`unique nulls not distinct\` (${indexes.nulls_not_distinct})`,
    `expression (${indexes.expressions}) indexes`,
    `GIN with \`pg_trgm\` (${indexes.trigrams}), text search (${indexes.texts}), arrays (${indexes.arrays})`,
    `no index of several columns (${indexes.of_several_columns} of ours)`,
    `${triggers.own} triggers beside the audit log's`,
  ])
    expect.soft(document).toContain(phrase)
})
