import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { NotAllowed } from '#entities/errors.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { SECRET_COLUMNS } from '#entities/platform/audit/audited-tables.ts'
import { rest } from '#routers/context/meta.ts'
import { adminProcedure, router } from '#routers/procedures/trpc.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { attachAuditTriggers } from '#server/database/audit-triggers.ts'

import { databaseUrl } from '#test/support/postgres.ts'
import { openSampleApi, type SampleApi, sampleStoreRouter } from '#test/support/sample-api.ts'
import { openCountedShop } from '../../../bench/statements.ts'

/* Mutations that write in one transaction or in several. */

const Name = z.strictObject({ name: z.string(), fails: z.boolean().optional() })
const Result = z.object({ name: z.string() })

const groups = router({
  forget: adminProcedure
    .meta(rest('POST', '/groups/forget', 'Write at the commit'))
    .input(Name)
    .output(Result)
    .mutation(async ({ ctx, input: { name } }) => {
      ctx.em.create(CustomerGroup, { name })
      return { name }
    }),

  twice: adminProcedure
    .meta(rest('POST', '/groups/twice', 'Write in two transactions', { manualTransactions: true }))
    .input(Name)
    .output(Result)
    .mutation(async ({ ctx, input: { name, fails } }) => {
      await ctx.em.transactional(async (em) => {
        em.create(CustomerGroup, { name: `${name} 1` })
        await em.transactional(async (inner) => {
          inner.create(CustomerGroup, { name: `${name} 2` })
        })
        await em
          .transactional(async (inner) => {
            inner.create(CustomerGroup, { name: 'Rolled back' })
            await inner.flush()
            throw new NotAllowed('')
          })
          .catch(() => {})
      })
      await ctx.em.fork().transactional(async (em) => {
        em.create(CustomerGroup, { name: `${name} 3` })
        await em.flush()
        if (fails) throw new NotAllowed('No more')
      })
      return { name }
    }),

  nothing: adminProcedure
    .meta(rest('POST', '/groups/nothing', 'Fail before writing', { manualTransactions: true }))
    .input(Name)
    .output(Result)
    .mutation(async ({ ctx, input: { name, fails } }) => {
      await ctx.em.transactional(async (em) => em.execute('select 1'))
      if (fails) throw new NotAllowed('No')
      return { name }
    }),
})

let api: SampleApi
let authorization: string
beforeAll(async () => {
  api = await openSampleApi(sampleStoreRouter, router({ groups }))
  await addUser(api.orm, { email: 'ann@example.com', password: 'correct horse', role: 'admin' })
  authorization = `Bearer ${await issueApiToken(api.orm, 'ann@example.com')}`
})
afterAll(() => api[Symbol.asyncDispose]())

const post = (path: string, body: object) => api.post(`/admin/groups/${path}`, body, { authorization })
const entries = (name: string) =>
  api.orm.em
    .fork()
    .execute<[Entry, ...Entry[]]>(`select * from audit_log where changes::text like ? order by id`, [`%${name} %`])
interface Entry {
  procedure: string
  resource_ids: string[]
  changes: { ids: string[]; after: { name: string } }[]
}
const names = (entry: Entry) => entry.changes.map(({ after }) => after.name)

test('rows written by the commit are recorded', async () => {
  await post('forget', { name: 'Forgotten one' })
  expect((await entries('Forgotten')).map(names)).toEqual([['Forgotten one']])
})

test('several transactions of one mutation make one entry', async () => {
  expect((await post('twice', { name: 'Twice' })).status).toBe(200)
  const [entry, ...otherEntries] = await entries('Twice')
  expect(otherEntries).toEqual([])
  expect(entry).toMatchObject({ procedure: 'admin.groups.twice', resource_type: 'groups', change_count: 3 })
  expect(names(entry).sort()).toEqual(['Twice 1', 'Twice 2', 'Twice 3'])
  expect(entry.resource_ids.sort()).toEqual(entry.changes.map(({ ids }) => ids[0]).sort())
})

test('a failed mutation is recorded with its committed transactions', async () => {
  expect((await post('twice', { name: 'Half', fails: true })).status).toBe(400)
  const recorded = await entries('Half')
  expect(recorded).toHaveLength(1)
  expect(names(recorded[0]).sort()).toEqual(['Half 1', 'Half 2'])
})

test('a successful mutation without changes is recorded, a failed one is not', async () => {
  const count = async () => (await api.orm.em.fork().execute('select from audit_log')).length
  const before = await count()
  await post('nothing', { name: 'x', fails: true })
  expect(await count()).toBe(before)
  await post('nothing', { name: 'x' })
  expect(await count()).toBe(before + 1)
})

test('writes outside of mutations are not recorded', async () => {
  const before = await api.orm.em.fork().execute('select id from audit_log')
  await api.orm.em.fork().transactional(async (em) => {
    em.create(CustomerGroup, { name: 'By a job' })
    await em.flush()
    const [setting] = await em.execute("select current_setting('cartwright.audit_changes', true) as kept")
    expect(setting?.kept || '').toBe('')
  })
  expect(await api.orm.em.fork().execute('select id from audit_log')).toEqual(before)
})

test('a new table is audited after the next start, with any primary key', async () => {
  const run = (sql: string) => api.orm.em.fork().execute(sql)
  await run('create table "Added" (b text, a int, value json, primary key (a, b)); create table keyless (a int)')
  await attachAuditTriggers(api.orm)
  await attachAuditTriggers(api.orm)
  const recordedChanges = await api.orm.em.fork().transactional(async (em) => {
    await em.execute(`select set_config('cartwright.audit', 'x', true)`)
    await em.execute(`insert into "Added" values ('b', 1, '{"x": 1}'); insert into keyless values (1);
      update "Added" set value = '{"x": 2}'; update "Added" set value = value`)
    const [row] = await em.execute(`select current_setting('cartwright.audit_changes', true) as kept`)
    return row?.kept
  })
  expect(JSON.parse(`[${recordedChanges}]`)).toMatchObject([
    { table: 'Added', ids: ['1', 'b'], after: { a: 1, b: 'b', value: { x: 1 } } },
    { table: 'keyless', ids: [], after: { a: 1 } },
    { table: 'Added', ids: ['1', 'b'], before: { value: { x: 1 } }, after: { value: { x: 2 } } },
  ])
})

test('the trigger of an older version is replaced, and each row is recorded once', async () => {
  const run = (sql: string) => api.orm.em.fork().execute(sql)
  await run(`
    create table upgraded (a int, b int, c int, primary key (a, b, c));
    create trigger audit after insert or update or delete on upgraded
    for each row when (current_setting('cartwright.audit', true) <> '') execute function audit_change('a', 'b', 'c')`)
  await attachAuditTriggers(api.orm)
  const recorded = await api.orm.em.fork().transactional(async (em) => {
    await em.execute(`select set_config('cartwright.audit', 'x', true)`)
    await em.execute(`insert into upgraded values (1, 2, 3), (4, 5, 6); delete from upgraded where a = 1`)
    const [row] = await em.execute(`select current_setting('cartwright.audit_changes', true) as kept`)
    return JSON.parse(`[${row?.kept}]`)
  })
  expect(recorded.map(({ action, ids }: { action: string; ids: string[] }) => [action, ...ids])).toEqual([
    ['create', '1', '2', '3'],
    ['create', '4', '5', '6'],
    ['delete', '1', '2', '3'],
  ])
})

/** Creates the tables, runs the statements in one audited transaction, and returns the text and the number of recorded changes. */
async function audit(tables: string, statements: string, secrets = ''): Promise<{ text: string; count: string }> {
  await api.orm.em.fork().execute(tables)
  await attachAuditTriggers(api.orm)
  return api.orm.em.fork().transactional(async (em) => {
    await em.execute(
      `select set_config('cartwright.audit', 'x', true), set_config('cartwright.audit_secrets', '${secrets}', true)`,
    )
    await em.execute(statements)
    const [row] = await em.execute<[{ text: string; count: string }]>(`select
      current_setting('cartwright.audit_changes', true) as text, current_setting('cartwright.audit_count', true) as count`)
    return row
  })
}

const changesIn = ({ text }: { text: string }) => JSON.parse(`[${text}]`)

test('an inserted row is recorded without its empty columns, and with the null values inside of its JSON', async () => {
  const recorded = await audit(
    'create table varied (id text primary key, note text, value jsonb)',
    `insert into varied values ('plain', 'a', null), ('empty', null, null), ('quoted', '"\\"', null);
      insert into varied values ('brace', '{"a": null}', null), ('object', null, '{"a": null}'), ('array', null, '[null]'),
      ('long', repeat('x', 2001), null)`,
  )
  expect(changesIn(recorded).map(({ after }: { after: object }) => after)).toEqual([
    { id: 'plain', note: 'a' },
    { id: 'empty' },
    { id: 'quoted', note: '"\\"' },
    { id: 'brace', note: '{"a": null}' },
    { id: 'object', value: { a: null } },
    { id: 'array', value: [null] },
    { id: 'long', note: expect.stringMatching(/^"x+…$/) },
  ])
})

test('inserted rows are recorded up to a limit, and further rows are counted', async () => {
  const recorded = await audit(
    'create table numbered (id text primary key, value json)',
    `insert into numbered select 'a "' || n || '"', null from generate_series(1, 60) n;
      insert into numbered select 'b' || n, '{}' from generate_series(1, 60) n;
      insert into numbered values ('c', null)`,
  )
  const changes = changesIn(recorded)
  expect(recorded.count).toBe('121')
  expect(changes).toHaveLength(100)
  expect(changes[0]).toEqual({
    table: 'numbered',
    action: 'create',
    before: null,
    ids: ['a "1"'],
    after: { id: 'a "1"' },
  })
  expect(changes[99]).toMatchObject({ ids: ['b40'], after: { id: 'b40', value: {} } })
})

test('large rows are recorded up to a limit of bytes', async () => {
  const insert = async (rows: number, bytes: number) => {
    const tables = 'drop table if exists sized; create table sized (id text primary key, a text, b text)'
    const inserts = ['a', 'b', 'c'].map(
      (name) => `insert into sized
        select '${name}' || n, repeat('x', ${bytes}), repeat('y', ${bytes}) from generate_series(1, ${rows}) n`,
    )
    return (await audit(tables, inserts.join('; '))).text
  }
  expect((await insert(20, 900)).length).toBeGreaterThan(60 * 1800)
  const most = await insert(33, 4000)
  expect(most.length).toBeGreaterThan(262_144)
  expect(most.length).toBeLessThan(262_144 + 5000)
})

test('secrets of inserted and changed rows are redacted', async () => {
  const recorded = await audit(
    'create table secretive (id text primary key, token text, note text)',
    `insert into secretive values ('a', 'open', 'b'); update secretive set token = 'sesame', note = 'c'`,
    'other.note,secretive.token',
  )
  expect(changesIn(recorded)).toMatchObject([
    { after: { id: 'a', token: '[redacted]', note: 'b' } },
    { before: { token: '[redacted]', note: 'b' }, after: { token: '[redacted]', note: 'c' } },
  ])
  expect(recorded.text).not.toMatch(/open|sesame/)
})

test('an audit log entry costs two statements', async () => {
  const [database] = await api.orm.em.fork().execute('select current_database() as name')
  await using counted = await openCountedShop(databaseUrl(inject('postgres').url, database?.name))
  await counted.send('POST', '/admin/auth', { email: 'ann@example.com', password: 'correct horse' })
  const add = async (i: number) =>
    (await counted.send('POST', '/admin/customer-groups', { name: `Counted ${i}` })).statements
  await add(0)
  // Session, user, begin, watch, insert, read, record and commit.
  expect(await add(1)).toBeLessThanOrEqual(8)
})

/** The service of its provider that a shipping option uses. */
const HARMLESS = ['shipping_option.data', 'shipping_method.data', 'passkey.credential_id']

test('every column that is named like a secret is hidden or listed as secret', () => {
  const secret = /^data$|pass|secret|token|hash|oauth|otp|credential|private_key/
  const all: [string, boolean][] = Array.from(api.orm.getMetadata().getAll().values()).flatMap(({ tableName, props }) =>
    props
      .filter(({ persist }) => persist !== false)
      .map(({ name, hidden }): [string, boolean] => [`${tableName}.${name}`, !!hidden]),
  )
  const suspects = all
    .filter(([name, hidden]) => !hidden && secret.test(name.replace(/^.*\./, '')))
    .map(([name]) => name)
  const listedColumns = new Set<string>([...SECRET_COLUMNS, ...HARMLESS])
  expect(suspects.filter((name) => !listedColumns.has(name))).toEqual([])
  const names = all.map(([name]) => name)
  expect(SECRET_COLUMNS.filter((name) => !names.includes(name))).toEqual([])
})
