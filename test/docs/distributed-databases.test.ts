import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cloneDatabase, executeSql } from '../support/postgres.ts'
import { ENGINE_FEATURES } from './engine-features.ts'

const INDEXES = `
  select count(*) filter (where indnullsnotdistinct) as nulls_not_distinct,
    count(*) filter (where indpred is not null) as partial,
    count(*) filter (where indexprs is not null) as expressions,
    count(*) filter (where definition like '%gin_trgm_ops%') as trigrams,
    count(*) filter (where definition like '%USING gin (words)') as texts,
    count(*) filter (where amname = 'gin' and definition !~ 'gin_trgm_ops|gin \\(words\\)') as arrays,
    count(*) filter (where amname = 'gin' and indnatts > 1) as of_several_columns
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    cross join pg_get_indexdef(i.indexrelid) definition
  where c.relnamespace = 'public'::regnamespace`

const CONSTRAINTS = `
  select count(*) filter (where contype = 'f') as foreign_keys, count(*) filter (where contype = 'c') as checks,
    count(*) filter (where contype = 'f' and condeferrable) as deferrable_foreign_keys,
    count(*) filter (where contype = 'u' and condeferrable) as deferrable_uniques
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0`

const TRIGGERS = `
  select count(*) as own from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal
    and tgfoid <> all('{audit_change,audit_inserts}'::regproc[])`

const document = readFileSync(new URL('../../docs/understand/distributed-databases.md', import.meta.url), 'utf8')

const aboutTens = (count: unknown) => `about ${Math.round(Number(count) / 10) * 10}`

test('the page on distributed databases has the current numbers of the schema', async () => {
  await using database = await cloneDatabase()
  const count = async (sql: string) => (await executeSql(database.url, sql))[0]!
  const [indexes, constraints, triggers] = [await count(INDEXES), await count(CONSTRAINTS), await count(TRIGGERS)]
  for (const phrase of [
    `deferrable constraints (${constraints.deferrable_foreign_keys} foreign keys, ${constraints.deferrable_uniques} unique)`,
    `\`unique nulls not distinct\` (${indexes.nulls_not_distinct})`,
    `partial (${indexes.partial}) and expression (${indexes.expressions}) indexes`,
    `checks (${aboutTens(constraints.checks)})`,
    `${aboutTens(constraints.foreign_keys)} foreign keys`,
    `GIN with \`pg_trgm\` (${indexes.trigrams}), text search (${indexes.texts}), arrays (${indexes.arrays})`,
    `no index of several columns (${indexes.of_several_columns} of ours)`,
    `(${triggers.own} triggers, and two for the audit log`,
  ])
    expect.soft(document).toContain(phrase)
})

test('the page lists the features of the schema that YugabyteDB or CockroachDB lacks', async () => {
  await using database = await cloneDatabase()
  for (const { name, sql, yugabyte, cockroach } of ENGINE_FEATURES) {
    const [found] = await executeSql(database.url, sql)
    expect.soft(Number(found!.count), name).toBeGreaterThan(0)
    expect.soft(document).toContain(`| ${name} | ${found!.count} | ${yugabyte} | ${cockroach} |`)
  }
})
