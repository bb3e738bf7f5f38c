import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, executeSql } from '../../support/postgres.ts'

/* A Citus cluster refuses these things. docs/operate/citus.md explains them. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The first migration that runs on a distributed schema. The earlier ones run before Citus distributes it. */
const FIRST = 'Migration20270106'

const sourcesIn = (folder: string) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${ROOT}${folder}/${name}`, 'utf8') }))

const sources = ['entities', 'routers', 'database', 'server', 'plugins'].flatMap(sourcesIn)
const migrations = sources.filter(({ name }) => name.includes('/migrations/'))
const newMigrations = migrations.filter(({ name }) => name.slice(name.lastIndexOf('/') + 1) >= FIRST)
const statements = sources.filter(({ name }) => !name.includes('/migrations/'))

const namesWith = (pattern: RegExp, files: { name: string; text: string }[]) =>
  files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('no column becomes an identity column after its creation', () => {
  expect(namesWith(/add\s+generated/i, migrations)).toEqual([])
})

test('no new migration adds a constraint together with another change of the table', () => {
  const ALTERATIONS =
    /alter table[^;`]*?(,\s*add (constraint|check|unique|foreign|primary)|add (constraint|check|unique|foreign|primary)[^;]*,\s*(add|drop|alter) |add column [^;,`]*\b(check|references|unique)\b)/i
  expect(ALTERATIONS.test('alter table a add column b text,\n add constraint c check (b > 1)')).toBe(true)
  expect(ALTERATIONS.test('alter table a add column b integer check (b > 1)')).toBe(true)
  expect(ALTERATIONS.test('alter table a drop constraint a_pkey,\n add primary key (b)')).toBe(true)
  expect(ALTERATIONS.test('alter table a add constraint c check (d in (1, 2))')).toBe(false)
  expect(namesWith(ALTERATIONS, newMigrations)).toEqual([])
})

test('no statement sets several columns from one subquery', () => {
  const ASSIGNMENT = /set\s*\([^()]*(\$\{[^}]*\}[^()]*)*\)\s*=\s*\(\s*select/i
  expect(ASSIGNMENT.test('update t set (a, b) = (select 1, 2)')).toBe(true)
  expect(namesWith(ASSIGNMENT, [...statements, ...newMigrations])).toEqual([])
})

test('no upsert calls a function of the time for a row that exists', () => {
  const UPSERT = /do update\s+set\b[^`]*?\b(now|clock_timestamp|gen_random_uuid)\(/i
  expect(UPSERT.test('on conflict (id) do update\n set a = 1, updated_at = now()')).toBe(true)
  expect(UPSERT.test('on conflict (id) do update set updated_at = excluded.updated_at')).toBe(false)
  const statementsOfShops = statements.filter(({ name }) => !name.startsWith('server/'))
  expect(namesWith(UPSERT, [...statementsOfShops, ...migrations])).toEqual([])
})

test('no update returns the value of a function that is not immutable', () => {
  const UPDATE =
    /\bupdate\s+(?!set\b)\w+(?:(?!\b(?:select|insert|update)\b)[^`])*?\breturning\b[^`)]*?\b(now|to_char|jsonb?_build_object|to_jsonb?)\(/i
  expect(UPDATE.test("update a set b = 1 where c = 2 returning d, to_char(e, 'YYYY')")).toBe(true)
  expect(UPDATE.test('with a as (update b set c = 1 returning d) select to_jsonb(a) from a')).toBe(false)
  expect(namesWith(UPDATE, statements)).toEqual([])
})

test('a transaction analyzes only temporary tables, or goes on without it', () => {
  const analyzed = statements
    .filter(({ name }) => !name.startsWith('server/'))
    .flatMap(({ text }) => Array.from(text.matchAll(/statement\('analyze (\w+)'\)/g), ([, name = '']) => name))
  const temporary = statements.flatMap(({ text }) =>
    Array.from(text.matchAll(/create temporary table (\w+)/g), ([, name = '']) => name),
  )
  expect(analyzed).toContain('import_row')
  expect(analyzed.filter((name) => !temporary.includes(name))).toEqual([])
})

test('only one statement adds jobs, and it reads no table of the shop', () => {
  expect(namesWith(/graphile_worker\.add_jobs?\(/, statements)).toEqual(['entities/platform/job/enqueue.ts'])
  const [addJobs] = statements.filter(({ name }) => name === 'entities/platform/job/enqueue.ts')
  const sql = /addJobs = statement\(`([^`]*)`/.exec(addJobs!.text)?.[1] ?? ''
  expect(sql.match(/(from|join|into|update) +\w+/g)).toEqual(['from json_to_recordset', 'from specs'])
})

const textsIn = ({ name, text }: { name: string; text: string }) =>
  Array.from(text.matchAll(/`[^`]*`/g), ([sql]) => ({ name, text: sql }))

test('no statement joins jobs with tables of the shop in a subquery', () => {
  const JOIN = /\b(exists|in)\s*\(\s*select\b[^)]*\bfrom\s+graphile_worker\./i
  expect(JOIN.test('not exists (select from graphile_worker.jobs j where j.key = d.id)')).toBe(true)
  expect(namesWith(JOIN, statements)).toEqual([])
})

test('an update of a temporary table reads others in a materialized with', () => {
  const texts = statements.flatMap(textsIn)
  const names = texts.flatMap(({ text }) => /create temporary table (\w+)/.exec(text)?.[1] ?? [])
  expect(names).toContain('import_row')
  const UPDATE = new RegExp(`\\bupdate (${names.join('|')})\\b[^\`]*(\\bfrom\\s*\\(|\\bexists\\b)`)
  expect(UPDATE.test('update import_row r set a = b.a from (select 1) b')).toBe(true)
  expect(namesWith(UPDATE, texts)).toEqual([])
})

interface StoredFunction {
  name: string
  body: string
  tables: string | null
}

const FUNCTIONS = `
  select p.proname as name, p.prosrc as body, (
    select string_agg(distinct concat_ws(' ', t.tgoldtable, t.tgnewtable), ' ') from pg_trigger t where t.tgfoid = p.oid
  ) as tables
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

async function readFunctions(url: string): Promise<StoredFunction[]> {
  return (await executeSql(url, FUNCTIONS)) as unknown[] as StoredFunction[]
}

const namesIn = (text: string, words: string) =>
  Array.from(text.matchAll(new RegExp(`\\b(?:${words})\\s+"?(\\w+)"?`, 'gi')), ([, name = '']) => name)

test('no trigger joins a transition table with a table', async () => {
  await using database = await cloneDatabase()
  const rows = await executeSql(
    database.url,
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  )
  const tables = new Set(rows.map(({ relname }) => relname))
  const found = (await readFunctions(database.url)).flatMap(({ name, body, tables: transitions }) => {
    const own = (transitions ?? '').split(' ').filter(Boolean)
    return body.split(/;|\bloop\b/).flatMap((statement) => {
      const used = namesIn(statement, 'from|join|using|into|update')
      const isJoined =
        used.some((one) => own.includes(one)) && used.some((one) => tables.has(one) && !own.includes(one))
      return isJoined ? [`${name}: ${statement.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})

test('logical replication finds the changed row of each table', async () => {
  await using database = await cloneDatabase()
  const found = await executeSql(
    database.url,
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relreplident <> 'f'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  )
  expect(found).toEqual([])
})

test('no function takes a row of a table, and triggers use the name of their table without its part', async () => {
  await using database = await cloneDatabase()
  const takesRows = await executeSql(
    database.url,
    `select p.oid::regprocedure::text as name from pg_proc p, unnest(p.proargtypes) argument
     join pg_type t on t.oid = argument
     where p.pronamespace = 'public'::regnamespace and t.typtype = 'c'`,
  )
  expect(takesRows).toEqual([])
  const names = (await readFunctions(database.url)).filter(({ body }) =>
    /tg_table_name/.test(body.replaceAll(/regexp_replace\(tg_table_name, '_\[0-9\]\{6,\}\$', ''\)/g, '')),
  )
  expect(names.map(({ name }) => name)).toEqual([])
})

test('no update calls a volatile function', async () => {
  await using database = await cloneDatabase()
  const VOLATILE = /\bupdate\b[^;]*\b(gen_random_uuid|random|clock_timestamp|nextval|set_config)\(/i
  const found = (await readFunctions(database.url)).filter(({ body }) => VOLATILE.test(body))
  expect(found.map(({ name }) => name)).toEqual([])
})

test('the sessions of a shop keep plan_cache_mode of the database', async () => {
  await using database = await cloneDatabase()
  await executeSql(
    database.url,
    `do $$ begin execute format('alter database %I set plan_cache_mode = auto', current_database()); end $$`,
  )
  const orm = await openDatabase(database.url)
  const rows = await orm.em.fork().execute<object[]>('show plan_cache_mode')
  await orm.close()
  expect(rows).toEqual([{ plan_cache_mode: 'auto' }])
})
