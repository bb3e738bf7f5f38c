import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { NotAllowed } from '#entities/errors.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { SECRET_COLUMNS } from '#entities/platform/audit/audited-tables.ts'
import { rest } from '#routers/meta.ts'
import { adminProcedure, router } from '#routers/trpc.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { attachAuditTriggers } from '#server/database/audit-triggers.ts'
import type { Json } from '#test/support/factories.ts'
import { databaseUrl } from '#test/support/postgres.ts'
import { openSampleApi, type SampleApi, sampleStoreRouter } from '#test/support/sample-api.ts'
import { openCountedShop } from '../../bench/statements.ts'

/* Mutations that write by all means that there are: in one transaction, and in several of their own. */

const Name = z.strictObject({ name: z.string(), fails: z.boolean().optional() })
const done = z.object({ name: z.string() })

const groups = router({
  forget: adminProcedure
    .meta(rest('POST', '/groups/forget', 'Leave it to the commit to write'))
    .input(Name)
    .output(done)
    .mutation(async ({ ctx, input: { name } }) => {
      ctx.em.create(CustomerGroup, { name })
      return { name }
    }),

  twice: adminProcedure
    .meta(rest('POST', '/groups/twice', 'Write in two transactions', { transactions: 'own' }))
    .input(Name)
    .output(done)
    .mutation(async ({ ctx, input: { name, fails } }) => {
      await ctx.em.transactional(async (em) => {
        em.create(CustomerGroup, { name: `${name} 1` })
        await em.transactional(async (inner) => {
          inner.create(CustomerGroup, { name: `${name} 2` })
        })
        await em
          .transactional(async (inner) => {
            inner.create(CustomerGroup, { name: 'Given up' })
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
    .meta(rest('POST', '/groups/nothing', 'Fail before anything is written', { transactions: 'own' }))
    .input(Name)
    .output(done)
    .mutation(async ({ ctx, input: { name, fails } }) => {
      await ctx.em.transactional(async (em) => em.execute('select 1'))
      if (fails) throw new NotAllowed('No')
      return { name }
    }),
})

let lab: SampleApi
let authorization: string
beforeAll(async () => {
  lab = await openSampleApi(sampleStoreRouter, router({ groups }))
  await addUser(lab.orm, { email: 'ann@example.com', password: 'correct horse', role: 'admin' })
  authorization = `Bearer ${await issueApiToken(lab.orm, 'ann@example.com')}`
})
afterAll(() => lab[Symbol.asyncDispose]())

const post = (path: string, body: object) => lab.post(`/admin/groups/${path}`, body, { authorization })
const entries = (name: string): Promise<Json[]> =>
  lab.orm.em.fork().execute(`select * from audit_log where changes::text like ? order by id`, [`%${name} %`])
const names = (entry: Json) => entry.changes.map(({ after }: Json) => after.name)

test('what is left to the commit to write is told', async () => {
  await post('forget', { name: 'Forgotten one' })
  expect((await entries('Forgotten')).map(names)).toEqual([['Forgotten one']])
})

test('several transactions of one mutation are one entry', async () => {
  expect((await post('twice', { name: 'Twice' })).status).toBe(200)
  const [entry, ...others] = await entries('Twice')
  expect(others).toEqual([])
  expect(entry).toMatchObject({ procedure: 'admin.groups.twice', resource_type: 'groups', change_count: 3 })
  expect(names(entry).sort()).toEqual(['Twice 1', 'Twice 2', 'Twice 3'])
  expect(entry.resource_ids.sort()).toEqual(entry.changes.map(({ ids }: Json) => ids[0]).sort())
})

test('a mutation that fails is told as far as it came', async () => {
  expect((await post('twice', { name: 'Half', fails: true })).status).toBe(400)
  const told = await entries('Half')
  expect(told).toHaveLength(1)
  expect(names(told[0]).sort()).toEqual(['Half 1', 'Half 2'])
})

test('one in transactions of its own that changes nothing is told where it succeeds', async () => {
  const count = async () => (await lab.orm.em.fork().execute('select from audit_log')).length
  const before = await count()
  await post('nothing', { name: 'x', fails: true })
  expect(await count()).toBe(before)
  await post('nothing', { name: 'x' })
  expect(await count()).toBe(before + 1)
})

test('nothing is collected outside of these', async () => {
  const before = await lab.orm.em.fork().execute('select id from audit_log')
  await lab.orm.em.fork().transactional(async (em) => {
    em.create(CustomerGroup, { name: 'By nobody' })
    await em.flush()
    const [setting] = await em.execute("select current_setting('cartwright.audit_changes', true) as kept")
    expect(setting?.kept || '').toBe('')
  })
  expect(await lab.orm.em.fork().execute('select id from audit_log')).toEqual(before)
})

test('a table that is added tells of its changes from the next start on, by whatever key', async () => {
  const run = (sql: string) => lab.orm.em.fork().execute(sql)
  await run('create table "Added" (b text, a int, value json, primary key (a, b)); create table keyless (a int)')
  await attachAuditTriggers(lab.orm)
  await attachAuditTriggers(lab.orm)
  const kept = await lab.orm.em.fork().transactional(async (em) => {
    await em.execute(`select set_config('cartwright.audit', 'x', true)`)
    await em.execute(`insert into "Added" values ('b', 1, '{"x": 1}'); insert into keyless values (1);
      update "Added" set value = '{"x": 2}'; update "Added" set value = value`)
    const [row] = await em.execute(`select current_setting('cartwright.audit_changes', true) as kept`)
    return row?.kept
  })
  expect(JSON.parse(`[${kept}]`)).toMatchObject([
    { table: 'Added', ids: ['1', 'b'], after: { a: 1, b: 'b', value: { x: 1 } } },
    { table: 'keyless', ids: [], after: { a: 1 } },
    { table: 'Added', ids: ['1', 'b'], before: { value: { x: 1 } }, after: { value: { x: 2 } } },
  ])
})

test('an entry costs two statements', async () => {
  const [database] = await lab.orm.em.fork().execute('select current_database() as name')
  await using counted = await openCountedShop(databaseUrl(inject('postgres').url, database?.name))
  await counted.send('POST', '/admin/auth', { email: 'ann@example.com', password: 'correct horse' })
  const add = async (i: number) =>
    (await counted.send('POST', '/admin/customer-groups', { name: `Counted ${i}` })).statements
  await add(0)
  // The session, its user, begin, watch, insert, read, record, commit.
  expect(await add(1)).toBeLessThanOrEqual(8)
})

/** Which service of its provider a shipping option is. */
const HARMLESS = ['shipping_option.data', 'shipping_method.data']

test('every column that is hidden, or named like a secret, is one', () => {
  const secret = /^data$|pass|secret|token|hash|oauth|otp|credential|private_key/
  const all: [string, boolean][] = Array.from(lab.orm.getMetadata().getAll().values()).flatMap(({ tableName, props }) =>
    props
      .filter(({ persist }) => persist !== false)
      .map(({ name, hidden }): [string, boolean] => [`${tableName}.${name}`, !!hidden]),
  )
  const suspects = all
    .filter(([name, hidden]) => hidden || secret.test(name.replace(/^.*\./, '')))
    .map(([name]) => name)
  const known = new Set<string>([...SECRET_COLUMNS, ...HARMLESS])
  expect(suspects.filter((name) => !known.has(name))).toEqual([])
  const names = all.map(([name]) => name)
  expect(SECRET_COLUMNS.filter((name) => !names.includes(name))).toEqual([])
})
