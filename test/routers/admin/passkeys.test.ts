import { afterAll, beforeAll, expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import { loggedInUser } from '#test/support/second-factor.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { SoftPasskey } from '#test/support/soft-passkey.ts'

const CONSOLE = 'https://console.shop.example'
const OTHER_SITE = 'https://evil.example'
const OTHER_CONSOLE = 'https://old.shop.example'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { adminCors: [CONSOLE, OTHER_CONSOLE] } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const from = (origin: string) => ({ origin })

async function addPasskey(browser: CookieClient, password: string, device = new SoftPasskey(CONSOLE)) {
  const begun = await expectSuccess(browser.post('/admin/account/passkeys/options', { password }, from(CONSOLE)))
  const credential = device.create(begun.options)
  const body = { token: begun.token, credential, name: 'Laptop' }
  return { device, reply: await browser.post('/admin/account/passkeys', body, from(CONSOLE)) }
}

async function signLogin(device: SoftPasskey, origin = CONSOLE) {
  const { token, options } = await expectSuccess(shop.post('/admin/auth/passkey/options', {}, from(origin)))
  return { token, credential: device.get(options) }
}

const sendLogin = (body: unknown, origin = CONSOLE) =>
  new CookieClient(shop.url).post('/admin/auth/passkey', body, from(origin))

async function userWithPasskey(name: string) {
  const known = await loggedInUser(shop, name)
  const { device, reply } = await addPasskey(known.browser, known.person.password)
  return { ...known, device, codes: (await expectSuccess(Promise.resolve(reply))).recovery_codes ?? [] }
}

test('a passkey logs its user in without a password, and the password alone no longer does', async () => {
  const { user, person, device, codes } = await userWithPasskey('ada')
  expect(codes).toHaveLength(10)
  const browser = new CookieClient(shop.url)
  const reply = await browser.post('/admin/auth/passkey', await signLogin(device), from(CONSOLE))
  expect(reply.status).toBe(200)
  expect(reply.body.user.id).toBe(user.id)
  expect((await browser.get('/admin/auth')).status).toBe(200)
  expect((await shop.post('/admin/auth', person)).status).toBe(401)
  expect((await shop.post('/admin/auth', { ...person, code: codes[0] })).status).toBe(200)
})

test('a response is accepted once, also by two requests at the same time', async () => {
  const { device } = await userWithPasskey('grace')
  const login = await signLogin(device)
  const attempts = await Promise.all([sendLogin(login), sendLogin(login), sendLogin(login)])
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  expect((await sendLogin(await signLogin(device))).status).toBe(200)
})

test('an earlier challenge is refused after a later login', async () => {
  const { device } = await userWithPasskey('early')
  const { token, options } = await expectSuccess(shop.post('/admin/auth/passkey/options', {}, from(CONSOLE)))
  expect((await sendLogin(await signLogin(device))).status).toBe(200)
  expect((await sendLogin({ token, credential: device.get(options) })).status).toBe(401)
})

test('a passkey of another host name is refused', async () => {
  const { device } = await userWithPasskey('hedy')
  const login = await signLogin(device, OTHER_CONSOLE)
  expect((await sendLogin(login, OTHER_CONSOLE)).status).toBe(401)
  const phished = new SoftPasskey(OTHER_SITE)
  expect((await sendLogin(await signLogin(phished))).status).toBe(401)
  expect((await sendLogin(await signLogin(device), OTHER_SITE)).status).toBe(403)
})

test('a signature of another device, an unlocked device and a forged challenge are refused', async () => {
  const { device } = await userWithPasskey('mary')
  const stranger = new SoftPasskey(CONSOLE)
  const forged = await signLogin(stranger)
  const own = await signLogin(device)
  const { id } = own.credential
  expect((await sendLogin({ ...forged, credential: { ...forged.credential, id, rawId: id } })).status).toBe(401)
  expect((await sendLogin({ ...own, token: `${own.token}x` })).status).toBe(401)
  expect((await sendLogin({ ...forged, credential: own.credential })).status).toBe(401)
  device.isVerified = false
  expect((await sendLogin(await signLogin(device))).status).toBe(401)
})

test('a setup is bound to its user, its password and its host', async () => {
  const [one, two] = [await loggedInUser(shop, 'one'), await loggedInUser(shop, 'two')]
  const begin = (password: string) => one.browser.post('/admin/account/passkeys/options', { password }, from(CONSOLE))
  expect((await begin('wrong')).status).toBe(400)
  const { token, options } = await expectSuccess(begin(one.person.password))
  const body = { token, credential: new SoftPasskey(CONSOLE).create(options), name: 'Phone' }
  expect((await two.browser.post('/admin/account/passkeys', body, from(CONSOLE))).status).toBe(400)
  const elsewhere = await addPasskey(one.browser, one.person.password, new SoftPasskey(OTHER_SITE))
  expect(elsewhere.reply.status).toBe(400)
  const { reply, device } = await addPasskey(one.browser, one.person.password)
  expect(reply.status).toBe(200)
  const again = await addPasskey(two.browser, two.person.password, device)
  expect(again.reply.status).toBe(400)
})

test('an address without a host name gets a clear refusal', async () => {
  const refused = await shop.post('/admin/auth/passkey/options', {})
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ message: expect.stringContaining('host name') })
})

test('a removed passkey and a passkey of a removed user are refused', async () => {
  const { browser, person, device } = await userWithPasskey('karen')
  const { passkeys } = await expectSuccess(browser.get('/admin/account/second-factor'))
  const [passkey] = passkeys
  const path = `/admin/account/passkeys/${passkey?.id}/remove` as const
  const other = await loggedInUser(shop, 'nosy')
  expect((await other.browser.post(path, { password: other.person.password })).status).toBe(404)
  await expectSuccess(browser.post(path, { password: person.password }))
  expect((await sendLogin(await signLogin(device))).status).toBe(401)
  expect((await shop.post('/admin/auth', person)).status).toBe(200)
  const gone = await userWithPasskey('gone')
  await expectSuccess(shop.admin.delete(`/admin/users/${gone.user.id}`))
  expect((await sendLogin(await signLogin(gone.device))).status).toBe(401)
})

test('the response of a login with a passkey is no row that strangers can create', async () => {
  const count = async () => (await executeSql(shop.databaseUrl, 'select count(*) from passkey'))[0]?.count
  const before = await count()
  for (let i = 0; i < 5; i++) await sendLogin(await signLogin(new SoftPasskey(CONSOLE)))
  expect(await count()).toBe(before)
})
