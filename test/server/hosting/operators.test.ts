import type { AnyRouter } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorOutputs, operatorRouter } from '#routers/operator/index.ts'
import { migrationNames } from '#server/database/migration-names.ts'
import {
  OPERATOR_HOST,
  openTestDirectory,
  type ServedShops,
  serveDirectory,
  type TestDirectory,
} from '../../support/directory.ts'
import { callsOf } from '../../support/hosting-call.ts'
import { executeSql } from '../../support/postgres.ts'

/* The operator's console over HTTP. */

const PASSWORD = 'correct horse of operators'
const EMAIL = 'olga@example.com'

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  const { people } = directory.directory
  await people.addOperator(EMAIL, PASSWORD)
  await people.ensure('person@example.com', PASSWORD)
  await directory.create('east')
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

const callsAt = (host: string) => callsOf<OperatorOutputs>(served.at(host), '/operator/trpc')

async function operator() {
  const client = served.at(OPERATOR_HOST)
  const calls = callsOf<OperatorOutputs>(client, '/operator/trpc')
  expect((await calls.mutate('account.logIn', { email: EMAIL, password: PASSWORD })).status).toBe(200)
  return { ...calls, client }
}

test('an operator logs in, and logs out', async () => {
  const { query, mutate, client } = await operator()
  expect((await query('account.current')).data).toEqual({ email: EMAIL })
  const session = client.cookies.get('cartwright.operator') ?? ''
  await mutate('account.logOut')
  expect((await query('account.current')).status).toBe(401)
  client.cookies.set('cartwright.operator', session)
  expect((await query('account.current')).status).toBe(401)
})

test.each([
  [EMAIL, 'wrong'],
  ['person@example.com', PASSWORD],
  ['owner@example.com', 'correct horse battery'],
  ['nobody@example.com', 'x'],
])('%s with the password %s is no operator', async (email, password) => {
  const { mutate, query } = callsAt(OPERATOR_HOST)
  expect((await mutate('account.logIn', { email, password })).status).toBe(401)
  expect((await query('shops.list')).status).toBe(401)
})

test('the passwords of one e-mail address are limited', async () => {
  const { mutate } = callsAt(OPERATOR_HOST)
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 21; attempt++)
    statuses.add((await mutate('account.logIn', { email: 'guessed@example.com', password: 'x' })).status)
  expect([...statuses]).toEqual([401, 429])
})

test('every procedure except the login refuses strangers, and no shop has one of them', async () => {
  const stranger = callsAt(OPERATOR_HOST)
  const router: AnyRouter = operatorRouter
  const procedures = Object.entries(router._def.procedures as Record<string, { _def: { type: string } }>)
  expect(procedures.length).toBeGreaterThan(15)
  const shop = await served.administratorAt('east.example.com')
  for (const [name, { _def }] of procedures) {
    const call = (calls: ReturnType<typeof callsAt>) => (_def.type === 'query' ? calls.query(name) : calls.mutate(name))
    const { status } = await call(stranger)
    if (!['account.logIn', 'account.logOut'].includes(name)) expect.soft([name, status]).toEqual([name, 401])
    expect.soft([name, (await call(callsOf<OperatorOutputs>(shop, '/operator/trpc'))).status]).toEqual([name, 404])
  }
})

test('another site cannot act in the name of an operator', async () => {
  const { mutate, query } = await operator()
  const { status } = await mutate('shops.pause', { id: 'east' }, { origin: 'https://evil.example' })
  expect(status).toBe(403)
  expect((await mutate('shops.pause', { id: 'east' }, { origin: 'null' })).status).toBe(403)
  expect((await query('shops.get', { id: 'east' })).data.shop.status).toBe('active')
})

test("the operator's host serves the console and no shop", async () => {
  const client = served.at(OPERATOR_HOST)
  expect((await client.get('/store/regions')).status).toBe(404)
  expect((await client.get('/admin/store')).status).toBe(404)
  const own = await fetch(`${served.url}/`, { headers: { 'x-forwarded-host': OPERATOR_HOST }, redirect: 'manual' })
  expect([own.status, own.headers.get('location')]).toEqual([302, '/app/operator'])
})

test('an operator creates, changes, pauses, resumes and deletes a shop', async () => {
  const { mutate, query } = await operator()
  const shop = { id: 'south', name: 'South', hosts: ['South.example.com'], email: 'sue@example.com' }
  const { status, data } = await mutate('shops.create', shop)
  expect([status, data]).toEqual([
    200,
    { email: 'sue@example.com', generated_password: expect.stringMatching(/^\S{20,}$/) },
  ])
  const login = { email: 'sue@example.com', password: data.generated_password }
  expect((await served.at('south.example.com').post('/admin/auth', login)).status).toBe(200)
  const listed = (await query('shops.list')).data.shops.find((one) => one.id === 'south')
  expect(listed).toEqual({
    ...{ id: 'south', status: 'active', hosts: ['south.example.com'], server: 'default', copy: null, problems: [] },
    ...{ last_request_at: null, last_order_at: null, failing_jobs: null, size: null },
    schema_version: migrationNames().at(-1),
  })
  const { shop: details } = (await query('shops.get', { id: 'south' })).data
  expect(details.console_url).toBe('http://south.example.com:9000/app')
  expect(details.size).toBeGreaterThan(1_000_000)
  expect((await mutate('shops.setHosts', { id: 'south', hosts: ['Sud.example.com', 's.example.com'] })).status).toBe(
    200,
  )
  expect((await mutate('shops.pause', { id: 'south' })).status).toBe(200)
  expect((await query('shops.get', { id: 'south' })).data.shop).toMatchObject({
    status: 'paused',
    hosts: ['sud.example.com', 's.example.com'],
    console_url: 'http://sud.example.com:9000/app',
  })
  const reversed = ['s.example.com', 'sud.example.com', 's.example.com']
  expect((await mutate('shops.setHosts', { id: 'south', hosts: reversed })).status).toBe(200)
  expect((await query('shops.get', { id: 'south' })).data.shop.hosts).toEqual(['s.example.com', 'sud.example.com'])
  expect((await mutate('shops.resume', { id: 'south' })).status).toBe(200)
  expect((await mutate('shops.upgrade', { id: 'south' })).status).toBe(200)
  const drop = (confirmation: string) => mutate('shops.drop', { id: 'south', confirmation })
  expect((await drop('south')).message).toMatch(/is active\. Pause it first/)
  await mutate('shops.pause', { id: 'south' })
  expect((await drop('east')).status).toBe(400)
  expect((await drop('south')).status).toBe(200)
  expect((await query('shops.get', { id: 'south' })).status).toBe(404)
})

test('variables are validated, and secrets are never shown', async () => {
  const { mutate, query } = await operator()
  const set = (variables: object) => mutate('shops.setVariables', { id: 'east', variables })
  expect((await set({ TIME_ZONE: 'Europe/Berlin', S3_SECRET_ACCESS_KEY: 'visible secret' })).status).toBe(200)
  const { data } = await query('shops.get', { id: 'east' })
  const shown = Object.fromEntries(data.shop.variables.map((one) => [one.name, one]))
  expect(shown.TIME_ZONE).toEqual({ name: 'TIME_ZONE', is_set: true, is_secret: false, value: 'Europe/Berlin' })
  expect(shown.S3_SECRET_ACCESS_KEY).toMatchObject({ is_set: true, is_secret: true, value: null })
  expect(shown.SESSION_SECRET).toMatchObject({ is_set: true, is_secret: true, value: null })
  expect(JSON.stringify(data)).not.toContain('visible secret')
  expect((await set({ TIME_ZONE: 'Nowhere' })).status).toBe(400)
  expect((await set({ PORT: '1' })).message).toMatch(/PORT cannot be set for one shop/)
  expect((await set({ SESSION_SECRET: 'short' })).status).toBe(400)
  expect((await set({ S3_SECRET_ACCESS_KEY: '', TIME_ZONE: '' })).status).toBe(200)
  expect((await directory.directory.get('east')).settings.TIME_ZONE).toBeUndefined()
})

test.each([
  ['shops.create', { id: 'East!', hosts: [], email: 'a@example.com' }, 400],
  ['shops.create', { id: 'new', hosts: ['east.example.com'], email: 'a@example.com' }, 422],
  ['shops.create', { id: 'east', hosts: [], email: 'a@example.com' }, 422],
  ['shops.create', { id: 'new', hosts: [OPERATOR_HOST], email: 'a@example.com' }, 400],
  ['shops.create', { id: 'new', hosts: ['https://new'], email: 'a@example.com' }, 400],
  ['shops.create', { id: 'new', hosts: [], email: 'nobody' }, 400],
  ['shops.setHosts', { id: 'east', hosts: [OPERATOR_HOST.toUpperCase()] }, 400],
  ['shops.create', { id: 'new', name: 'a\0b', hosts: [], email: 'a@example.com' }, 400],
  ['shops.create', { id: 'new', name: '\ud800', hosts: [], email: 'a@example.com' }, 400],
  ['shops.setHosts', { id: 'east', hosts: ['\0'] }, 400],
  ['shops.setVariables', { id: 'east', variables: { '\0': 'a' } }, 400],
  ['shops.pause', { id: '\0' }, 400],
  ['shops.pause', { id: 'none' }, 404],
  ['operators.add', { email: 'no address' }, 400],
  ['operators.remove', { email: EMAIL }, 400],
  ['operators.remove', { email: 'stranger@example.com' }, 404],
  ['operators.remove', { email: '\0@example.com' }, 400],
  ['members.add', { shop: 'east', email: 'unknown@example.com' }, 404],
  ['members.remove', { shop: 'east', email: 'unknown@example.com' }, 404],
])('%s with %j is refused', async (name, input, status) => {
  const { mutate, query } = await operator()
  const before = (await query('shops.list')).data
  expect((await mutate(name, input)).status).toBe(status)
  expect((await query('shops.list')).data.shops.map((one) => one.id)).toEqual(before.shops.map((one) => one.id))
})

test('the directory records each action with its outcome, and no password or value', async () => {
  const { mutate, query } = await operator()
  await mutate('shops.setVariables', {
    id: 'east',
    variables: { SESSION_SECRET: 'a secret that must not be recorded' },
  })
  await mutate('shops.pause', { id: 'none' })
  const { actions } = (await query('actions.list')).data
  expect(actions[0]).toMatchObject({
    ...{ actor: EMAIL, action: 'shops.pause', shop_id: 'none', outcome: expect.stringMatching(/does not exist/) },
    created_at: expect.stringMatching(/^2\d{3}-.*T.*Z$/),
  })
  expect(actions[1]).toMatchObject({
    ...{ action: 'shops.setVariables', shop_id: 'east', details: { variables: ['SESSION_SECRET'] }, outcome: 'done' },
  })
  const stored = JSON.stringify(await executeSql(directory.directory.url, 'select * from directory_audit'))
  expect(stored).not.toContain('must not be recorded')
  expect(stored).not.toContain(PASSWORD)
})

test('a refused member leaves no person behind, so the next attempt shows the password', async () => {
  const { mutate } = await operator()
  const add = (input: object) => mutate('members.add', { shop: 'east', email: 'nina@example.com', ...input })
  expect((await add({})).status).toBe(404)
  expect((await add({ role: 'no role' })).status).toBe(400)
  expect(await directory.directory.people.find('nina@example.com')).toBeUndefined()
  expect((await add({ role: 'member' })).data.generated_password).toMatch(/^\S{20,}$/)
  expect((await add({ role: 'member' })).status).toBe(422)
})

test('a new operator can log in, and a removed one loses its sessions', async () => {
  const first = await operator()
  const { data } = await first.mutate('operators.add', { email: 'Otto@example.com' })
  const otto = callsAt(OPERATOR_HOST)
  await otto.mutate('account.logIn', { email: 'otto@example.com', password: data.generated_password })
  expect((await otto.query('operators.list')).data.operators.map((one) => one.email)).toEqual([
    EMAIL,
    'otto@example.com',
  ])
  await first.mutate('operators.remove', { email: 'otto@example.com' })
  expect((await otto.query('shops.list')).status).toBe(401)
})

test('a changed password ends the other sessions', async () => {
  const first = await operator()
  const second = await operator()
  const change = { password: PASSWORD, new_password: 'another horse' }
  expect((await first.mutate('account.changePassword', { ...change, password: 'wrong' })).status).toBe(400)
  expect((await first.mutate('account.changePassword', change)).status).toBe(200)
  expect((await first.query('account.current')).status).toBe(200)
  expect((await second.query('account.current')).status).toBe(401)
  await first.mutate('account.changePassword', { password: 'another horse', new_password: PASSWORD })
})
