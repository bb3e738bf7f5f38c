import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorOutputs } from '#routers/operator/index.ts'
import type { ShopSwitchOutputs } from '#routers/operator/shop-switch.ts'
import { JobTurns } from '#server/hosting/job-turns.ts'
import { addMember } from '#server/hosting/people/members.ts'
import type { CookieClient } from '../../support/cookie-client.ts'
import {
  OPERATOR_HOST,
  openTestDirectory,
  type ServedShops,
  serveDirectory,
  type TestDirectory,
} from '../../support/directory.ts'
import { callsOf } from '../../support/hosting-call.ts'
import { executeSql } from '../../support/postgres.ts'
import { codeOf, nextStep, setUpApp } from '../../support/second-factor.ts'

/* A person with a second factor in the deployment needs it at each way into a shop by its password of all shops. */

const PASSWORD = 'password of all shops'
const SHOP_PASSWORD = 'correct horse battery'

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  served = ending.use(await serveDirectory(directory))
  for (const id of ['east', 'west']) await directory.create(id)
})
afterAll(() => ending.disposeAsync())

const atShop = (id: string) => {
  const client = served.at(`${id}.example.com`)
  return { client, ...callsOf<ShopSwitchOutputs>(client, '/app/shops') }
}

const isSignedIn = async (client: CookieClient) => (await client.get('/admin/auth')).status === 200

/** An operator with users in both shops, and with their passwords. */
async function operator(name: string) {
  const email = `${name}@example.com`
  await directory.directory.people.addOperator(email, PASSWORD)
  for (const shop of ['east', 'west']) {
    const owner = await served.administratorAt(`${shop}.example.com`)
    await owner.post('/admin/users', { email, password: SHOP_PASSWORD, role: 'admin' })
    await addMember(directory.program, { shop, email })
  }
  const calls = callsOf<OperatorOutputs>(served.at(OPERATOR_HOST), '/operator/trpc')
  expect((await calls.mutate('account.logIn', { email, password: PASSWORD })).status).toBe(200)
  const addApp = async () => {
    const { data: offer } = await calls.mutate('account.beginApp')
    const input = { token: offer.token, code: codeOf(offer.secret), password: PASSWORD }
    const { data } = await calls.mutate('account.addApp', input)
    return { code: () => codeOf(offer.secret, nextStep()), codes: data.recovery_codes ?? [] }
  }
  return { email, addApp, calls }
}

/** A session by the password of the shop. */
async function sessionOfShop(email: string, id = 'east') {
  const shop = atShop(id)
  expect((await shop.client.post('/admin/auth', { email, password: SHOP_PASSWORD })).status).toBe(200)
  return shop
}

test('the login at a shop by the password of all shops needs the code of the person', async () => {
  const { email, addApp } = await operator('ada')
  const { code } = await addApp()
  const { client, mutate, query } = atShop('east')
  const credentials = { email, password: PASSWORD }
  const missing = await mutate('logIn', credentials)
  expect([missing.status, missing.reason]).toEqual([401, 'person_code_required'])
  const wrong = await mutate('logIn', { ...credentials, person_code: '000000' })
  expect([wrong.status, wrong.reason]).toEqual([401, 'second_factor_wrong'])
  expect((await mutate('logIn', { ...credentials, code: code() })).reason).toBe('person_code_required')
  expect((await mutate('logIn', { ...credentials, password: 'wrong', person_code: code() })).status).toBe(401)
  expect(await isSignedIn(client)).toBe(false)
  const right = code()
  expect((await mutate('logIn', { ...credentials, person_code: right })).status).toBe(200)
  expect(await isSignedIn(client)).toBe(true)
  expect((await query('list')).data.is_proven).toBe(true)
  expect((await atShop('west').mutate('logIn', { ...credentials, person_code: right })).reason).toBe(
    'second_factor_wrong',
  )
  const audit = await executeSql(
    directory.directory.url,
    `select outcome from directory_audit where actor = '${email}'`,
  )
  expect(audit.filter(({ outcome }) => outcome?.includes('code is wrong'))).toHaveLength(2)
})

test('a session by the password of the shop shows other shops only after the code of the person', async () => {
  const { email, addApp } = await operator('bea')
  const { codes } = await addApp()
  const { mutate, query } = await sessionOfShop(email)
  expect((await mutate('prove', { password: PASSWORD })).reason).toBe('person_code_required')
  expect((await mutate('prove', { password: PASSWORD, person_code: 'wrong' })).reason).toBe('second_factor_wrong')
  expect((await query('list')).data.is_proven).toBe(false)
  expect((await mutate('leaveFor', { to: 'west', state: 'a'.repeat(43) })).status).toBe(401)
  expect((await mutate('prove', { password: PASSWORD, person_code: codes[0] })).status).toBe(200)
  expect((await query('list')).data.shops).toHaveLength(2)
  expect((await mutate('leaveFor', { to: 'west', state: 'a'.repeat(43) })).status).toBe(200)
})

test('a user with a second factor in the shop needs both codes, and a wrong one of the person spends no code of the shop', async () => {
  const { email, addApp } = await operator('cora')
  const { codes } = await addApp()
  const { recovery_codes } = await setUpApp((await sessionOfShop(email)).client, { email, password: SHOP_PASSWORD })
  const { client, mutate } = atShop('east')
  const credentials = { email, password: PASSWORD }
  expect((await mutate('logIn', credentials)).reason).toBe('second_factor_required')
  expect((await mutate('logIn', { ...credentials, person_code: codes[0] })).reason).toBe('second_factor_required')
  const [code] = recovery_codes
  expect((await mutate('logIn', { ...credentials, code })).reason).toBe('person_code_required')
  expect((await mutate('logIn', { ...credentials, code, person_code: 'wrong' })).reason).toBe('second_factor_wrong')
  expect(await isSignedIn(client)).toBe(false)
  expect((await mutate('logIn', { ...credentials, code, person_code: codes[0] })).status).toBe(200)
  expect(await isSignedIn(client)).toBe(true)
})

/** Runs the turns of jobs that the directory announces, like a server. */
function startTurns(): AsyncDisposable {
  const { program } = directory
  const turns = new JobTurns({ shops: served.shops, ...program }, { concurrency: 1, roundMilliseconds: 3_600_000 })
  const listener = program.directory.listenForJobs(program.logger, (id) => turns.request(id))
  return {
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await turns[Symbol.asyncDispose]()
    },
  }
}

test('the first app ends the proofs that a password alone has given', async () => {
  const { email, addApp } = await operator('dora')
  const { mutate, query } = await sessionOfShop(email)
  expect((await mutate('prove', { password: PASSWORD })).status).toBe(200)
  expect((await mutate('leaveFor', { to: 'west', state: 'a'.repeat(43) })).status).toBe(200)
  await addApp()
  expect((await query('list')).data?.is_proven).not.toBe(true)
  expect((await mutate('leaveFor', { to: 'west', state: 'a'.repeat(43) })).status).toBe(401)
})

test('the first app ends the sessions in shops that the password of the person has begun, and keeps the present one', async () => {
  await using _turns = startTurns()
  const { email, addApp, calls } = await operator('gina')
  const begun = atShop('west')
  expect((await begun.mutate('logIn', { email, password: PASSWORD })).status).toBe(200)
  const proven = await sessionOfShop(email)
  expect((await proven.mutate('prove', { password: PASSWORD })).status).toBe(200)
  const own = await sessionOfShop(email)
  await addApp()
  await expect.poll(() => isSignedIn(begun.client)).toBe(false)
  await expect.poll(() => isSignedIn(proven.client)).toBe(false)
  expect(await isSignedIn(own.client)).toBe(true)
  expect((await calls.query('account.current')).status).toBe(200)
  expect(await executeSql(directory.directory.url, 'select from ended_session')).toEqual([])
})

test('a paused shop ends the sessions of a person with a new password before it serves again', async () => {
  const { email } = await operator('hanna')
  const { client, mutate } = atShop('west')
  expect((await mutate('logIn', { email, password: PASSWORD })).status).toBe(200)
  const { people } = directory.directory
  await directory.directory.setStatus('west', 'paused')
  await expect.poll(async () => (await client.get('/admin/auth')).status).toBe(503)
  await people.setPassword((await people.get(email)).id, 'another password')
  await directory.directory.setStatus('west', 'active')
  await expect.poll(async () => (await client.get('/admin/auth')).status).not.toBe(503)
  expect(await isSignedIn(client)).toBe(false)
})

test('ten wrong codes at shops stop further ones, also the right one', async () => {
  const { email, addApp } = await operator('emma')
  const { codes } = await addApp()
  const credentials = { email, password: PASSWORD }
  const shops = [atShop('east'), atShop('west')]
  for (let attempt = 0; attempt < 10; attempt++) {
    const { mutate } = shops[attempt % 2]!
    expect((await mutate('logIn', { ...credentials, person_code: '123456' })).status).toBe(401)
  }
  expect((await shops[0]!.mutate('logIn', { ...credentials, person_code: codes[0] })).status).toBe(429)
})

test('a person that is no longer an operator keeps its second factor at shops', async () => {
  const { email, addApp } = await operator('flora')
  const { codes } = await addApp()
  await directory.directory.people.removeOperator(email)
  const { mutate } = atShop('east')
  expect((await mutate('logIn', { email, password: PASSWORD })).reason).toBe('person_code_required')
  expect((await mutate('logIn', { email, password: PASSWORD, person_code: codes[0] })).status).toBe(200)
})
