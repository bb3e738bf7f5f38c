import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import type { ShopSwitchOutputs } from '#routers/operator/shop-switch.ts'
import { addMember, listMembers, removeMember } from '#server/hosting/people/members.ts'
import type { CookieClient } from '../../support/cookie-client.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { callsOf } from '../../support/hosting-call.ts'
import { executeSql } from '../../support/postgres.ts'
import { setUpApp } from '../../support/second-factor.ts'

/* One person with users in several shops. */

const PASSWORD = 'password of all shops'
const OWNER = 'owner@example.com'

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const id of ['east', 'west', 'foreign']) await directory.create(id)
  await directory.directory.people.ensure(OWNER, PASSWORD)
  for (const shop of ['east', 'west']) await addMember(directory.program, { shop, email: OWNER })
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

const callsAt = (client: CookieClient) => callsOf<ShopSwitchOutputs>(client, '/app/shops')

/** Logs in at a shop, and proves the identity of the person. */
async function person(host = 'east.example.com') {
  const client = await served.administratorAt(host)
  const calls = callsAt(client)
  expect((await calls.mutate('prove', { password: PASSWORD })).status).toBe(200)
  return { client, ...calls }
}

/** Begins an entry at the shop, in a browser. Returns the query of the address to which the shop sends it. */
async function beginAt(client: CookieClient, from = 'east') {
  const answer = await fetch(`${served.url}/app/enter?from=${from}`, {
    headers: { 'x-forwarded-host': hostOf.get(client)! },
    redirect: 'manual',
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    client.cookies.set(name, value)
  }
  const location = new URL(answer.headers.get('location')!)
  return {
    origin: location.origin,
    path: location.pathname,
    state: location.searchParams.get('state') ?? '',
    to: location.searchParams.get('to'),
  }
}

const hostOf = new WeakMap<CookieClient, string>()
const browserAt = (host: string): CookieClient => {
  const client = served.at(host)
  hostOf.set(client, host)
  return client
}

async function tokenFor(target: CookieClient, to = 'west') {
  const { mutate } = await person()
  const { state } = await beginAt(target)
  const { status, data } = await mutate('leaveFor', { to, state })
  return { status, token: String(data.url ?? '').split('#')[1] ?? '' }
}

test('a person sees its shops after the password of all shops, and not before', async () => {
  const client = await served.administratorAt('east.example.com')
  const { query, mutate } = callsAt(client)
  expect((await query('list')).data).toEqual({ has_others: true, is_proven: false, shops: [] })
  expect((await mutate('prove', { password: 'correct horse battery' })).status).toBe(400)
  expect((await query('list')).data.is_proven).toBe(false)
  await mutate('prove', { password: PASSWORD })
  expect((await query('list')).data.shops).toEqual([
    {
      ...{ id: 'east', host: 'east.example.com', is_current: true },
      url: 'http://east.example.com:9000/app/enter?from=east',
    },
    {
      ...{ id: 'west', host: 'west.example.com', is_current: false },
      url: 'http://west.example.com:9000/app/enter?from=east',
    },
  ])
})

test('an equal e-mail address is no membership', async () => {
  const { query, mutate } = callsAt(await served.administratorAt('foreign.example.com'))
  expect((await query('list')).data).toEqual({ has_others: false, is_proven: false, shops: [] })
  expect((await mutate('prove', { password: PASSWORD })).status).toBe(404)
  const stranger = callsAt(served.at('foreign.example.com'))
  expect((await stranger.mutate('logIn', { email: OWNER, password: PASSWORD })).status).toBe(401)
})

test('a person changes to another shop, with its role there', async () => {
  const browser = browserAt('west.example.com')
  const { mutate } = await person()
  const begun = await beginAt(browser)
  expect(begun).toMatchObject({ origin: 'http://east.example.com:9000', path: '/app/enter', to: 'west' })
  const { data } = await mutate('leaveFor', { to: 'west', state: begun.state })
  const [address, token] = data.url.split('#')
  expect(address).toBe('http://west.example.com:9000/app/enter')
  expect((await callsAt(browser).mutate('enter', { token })).status).toBe(200)
  expect((await browser.get('/admin/auth')).body).toMatchObject({ user: { email: OWNER, role: 'admin' } })
  expect((await callsAt(browser).query('list')).data.is_proven).toBe(true)
})

test('a token works once', async () => {
  const browser = browserAt('west.example.com')
  const { token } = await tokenFor(browser)
  const state = browser.cookies.get('cartwright.enter')!
  const { mutate } = callsAt(browser)
  const statuses = await Promise.all([mutate('enter', { token }), mutate('enter', { token })])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 404])
  browser.cookies.set('cartwright.enter', state)
  expect((await mutate('enter', { token })).status).toBe(404)
})

test('a token is of no use in another browser, or at another shop', async () => {
  const { token } = await tokenFor(browserAt('west.example.com'))
  const victim = browserAt('west.example.com')
  expect((await callsAt(victim).mutate('enter', { token })).status).toBe(404)
  await beginAt(victim)
  expect((await callsAt(victim).mutate('enter', { token })).status).toBe(404)
  expect((await victim.get('/admin/auth')).status).toBe(401)
  const browser = browserAt('west.example.com')
  const own = await tokenFor(browser)
  const foreign = browserAt('foreign.example.com')
  foreign.cookies.set('cartwright.enter', browser.cookies.get('cartwright.enter')!)
  expect((await callsAt(foreign).mutate('enter', { token: own.token })).status).toBe(404)
})

test('no token is issued without a proof, for a foreign shop, or for another site', async () => {
  const client = await served.administratorAt('east.example.com')
  const { state } = await beginAt(browserAt('west.example.com'))
  expect((await callsAt(client).mutate('leaveFor', { to: 'west', state })).status).toBe(401)
  expect((await callsAt(served.at('east.example.com')).mutate('leaveFor', { to: 'west', state })).status).toBe(401)
  const { mutate } = await person()
  expect((await mutate('leaveFor', { to: 'foreign', state })).status).toBe(404)
  expect((await mutate('leaveFor', { to: 'none', state })).status).toBe(404)
  expect((await mutate('leaveFor', { to: 'west', state: 'short' })).status).toBe(400)
  expect((await mutate('leaveFor', { to: 'west', state }, { origin: 'https://evil.example' })).status).toBe(403)
})

test.each([
  'none',
  'https://evil.example',
  '//evil.example',
  '',
  '\0',
])('an entry from %j leads nowhere', async (from) => {
  const answer = await fetch(`${served.url}/app/enter?from=${encodeURIComponent(from)}`, {
    headers: { 'x-forwarded-host': 'west.example.com' },
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([404, null, []])
})

test('a person logs in at each of its shops with the password of all shops', async () => {
  const client = served.at('west.example.com')
  const { mutate, query } = callsAt(client)
  expect((await mutate('logIn', { email: OWNER, password: 'wrong' })).status).toBe(401)
  expect((await mutate('logIn', { email: 'Owner@Example.com', password: PASSWORD })).status).toBe(200)
  expect((await client.get('/admin/auth')).status).toBe(200)
  expect((await query('list')).data.is_proven).toBe(true)
})

test('a paused shop is neither listed nor entered', async () => {
  await directory.create('closed')
  await addMember(directory.program, { shop: 'closed', email: OWNER })
  const browser = browserAt('closed.example.com')
  const { token } = await tokenFor(browser, 'closed')
  await directory.directory.setStatus('closed', 'paused')
  await expect.poll(async () => (await browser.get('/admin/auth')).status, { timeout: 10_000 }).toBe(503)
  expect((await callsAt(browser).mutate('enter', { token })).status).toBe(503)
  const { mutate, query } = await person()
  expect((await query('list')).data.shops.map(({ id }) => id)).toEqual(['east', 'west'])
  const { state } = await beginAt(browserAt('west.example.com'))
  expect((await mutate('leaveFor', { to: 'closed', state })).status).toBe(404)
})

test('a deleted user cannot be entered, and neither can a new one with the same e-mail address', async () => {
  await directory.create('left', { administrator: { email: 'boss@example.com', password: 'correct horse battery' } })
  await addMember(directory.program, { shop: 'left', email: OWNER, role: 'member' })
  const boss = served.at('left.example.com')
  await boss.post('/admin/auth', { email: 'boss@example.com', password: 'correct horse battery' })
  const { users } = (await boss.get('/admin/users')).body as { users: { id: string; email: string }[] }
  const browser = browserAt('left.example.com')
  const { token } = await tokenFor(browser, 'left')
  await boss.delete(`/admin/users/${users.find(({ email }) => email === OWNER)!.id}`)
  expect((await callsAt(browser).mutate('enter', { token })).status).toBe(401)
  const again = await boss.post('/admin/users', { email: OWNER, password: 'another one', role: 'admin' })
  expect(again.status).toBe(200)
  expect((await callsAt(browser).mutate('enter', { token })).status).toBe(401)
  expect((await callsAt(browser).mutate('logIn', { email: OWNER, password: PASSWORD })).status).toBe(401)
})

test('the second factor of the target shop is required', async () => {
  await directory.create('safe')
  await addMember(directory.program, { shop: 'safe', email: OWNER })
  const owner = await served.administratorAt('safe.example.com')
  const { recovery_codes } = await setUpApp(owner, { email: OWNER, password: 'correct horse battery' })
  const browser = browserAt('safe.example.com')
  const { token } = await tokenFor(browser, 'safe')
  const { mutate } = callsAt(browser)
  const missing = await mutate('enter', { token })
  expect([missing.status, missing.reason]).toEqual([401, 'second_factor_required'])
  expect((await mutate('enter', { token, code: '000000' })).status).toBe(401)
  expect((await browser.get('/admin/auth')).status).toBe(401)
  expect((await mutate('enter', { token, code: recovery_codes[0] })).status).toBe(200)
  expect((await browser.get('/admin/auth')).status).toBe(200)
})

test('a removed member loses its sessions in the shop, and its proofs', async () => {
  await directory.create('gone')
  await addMember(directory.program, { shop: 'gone', email: OWNER })
  const browser = browserAt('gone.example.com')
  const first = await tokenFor(browser, 'gone')
  await callsAt(browser).mutate('enter', { token: first.token })
  const second = await tokenFor(browser, 'gone')
  await removeMember(directory.program, { shop: 'gone', email: OWNER })
  expect((await browser.get('/admin/auth')).status).toBe(401)
  expect((await callsAt(browser).mutate('enter', { token: second.token })).status).toBe(404)
  expect((await callsAt(browser).mutate('logIn', { email: OWNER, password: PASSWORD })).status).toBe(401)
})

test('the removal of a member can be repeated if the shop does not open', async () => {
  await directory.directory.begin({ id: 'broken', hosts: [], settings: {} })
  await executeSql(
    directory.directory.url,
    `insert into shop_member (shop_id, person_id, user_id) select 'broken', id, 'usr_1' from person where email = '${OWNER}'`,
  )
  await expect(removeMember(directory.program, { shop: 'broken', email: OWNER })).rejects.toThrow()
  expect(await listMembers(directory.program, 'broken')).toHaveLength(1)
  await directory.directory.delete('broken')
})

test('a member that is removed during its login gets no session', async () => {
  await directory.create('racing')
  await addMember(directory.program, { shop: 'racing', email: OWNER })
  const { databaseUrl } = await directory.directory.get('racing')
  const holder = new DatabaseClient({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query(`begin; select from "user" where email = '${OWNER}' for update`)
  const client = served.at('racing.example.com')
  const login = callsAt(client).mutate('logIn', { email: OWNER, password: PASSWORD })
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => executeSql(databaseUrl, waiting), { timeout: 10_000 }).toHaveLength(1)
  await executeSql(directory.directory.url, "delete from shop_member where shop_id = 'racing'")
  await holder.query('rollback')
  await holder.end()
  expect((await login).status).toBe(401)
  expect((await client.get('/admin/auth')).status).toBe(401)
})

test('a new password of the person ends the proofs', async () => {
  const { query } = await person()
  const { people } = directory.directory
  await people.setPassword((await people.get(OWNER)).id, PASSWORD)
  expect((await query('list')).data.is_proven).toBe(false)
})
