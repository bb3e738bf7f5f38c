import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { TemporaryTables } from '#database/temporary-tables.ts'

const ROWS = 'line as materialized (select * from pg_temp.line)'

function tablesWithLine(): TemporaryTables {
  const tables = new TemporaryTables()
  tables.rewrite('create temporary table line (id text, sku text) on commit drop')
  return tables
}

const rewritten = (sql: string) => tablesWithLine().rewrite(sql)

test.each([
  'select from product',
  'select from product_line',
  'analyze line',
  'create index on line (id)',
  'insert into line select * from jsonb_populate_recordset(null::line, $1::jsonb)',
])('%s stays as it is', (sql) => {
  expect(rewritten(sql)).toBe(sql)
})

test('a statement reads the rows of its temporary tables in a with', () => {
  expect(rewritten('select from line join product using (id)')).toBe(
    `with ${ROWS} select from line join product using (id)`,
  )
  expect(rewritten('with a as (select 1) select from a, line')).toBe(
    `with ${ROWS}, a as (select 1) select from a, line`,
  )
  expect(rewritten('create temporary table found on commit drop as select from line')).toBe(
    `create temporary table found on commit drop as with ${ROWS} select from line`,
  )
})

test('an insert selects its rows before', () => {
  expect(rewritten('insert into tag (id, value) select id, (1) from line on conflict do nothing returning id')).toBe(
    `with ${ROWS}, inserted (id, value) as materialized (select id, (1) from line ) insert into tag (id, value)  select * from inserted on conflict do nothing returning id`,
  )
})

test('the tables end with their transaction', () => {
  const tables = tablesWithLine()
  tables.clear()
  expect(tables.rewrite('select from line')).toBe('select from line')
})

test('PostgreSQL runs the statements with the same result', async () => {
  const client = new Client({ connectionString: inject('postgres').url })
  await client.connect()
  const tables = new TemporaryTables()
  const run = async (sql: string) => (await client.query(tables.rewrite(sql))).rows
  try {
    await run('begin')
    await run('create temporary table line (id text, sku text) on commit drop')
    await run(`insert into line values ('1', 'a'), ('2', 'b')`)
    await run('create temporary table found on commit drop as select id, sku from line')
    await run(
      `with other as materialized (select id from found where sku = 'b') update line l set sku = 'c' from other where other.id = l.id`,
    )
    await run(`create temporary table stored (id text primary key, now text) on commit drop`)
    const insert = `insert into stored (id, now) select l.id, (select max(sku) from line)
      from line l where exists (select from found f where f.id = l.id) order by 1 on conflict (id) do nothing returning id, now`
    expect(await run(insert)).toEqual([
      { id: '1', now: 'c' },
      { id: '2', now: 'c' },
    ])
    expect(await run('select string_agg(id || sku, $$ $$ order by id) as all from line')).toEqual([{ all: '1a 2c' }])
  } finally {
    await client.end()
  }
})
