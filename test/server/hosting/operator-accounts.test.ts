import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorOutputs } from '#routers/operator/index.ts'
import {
  OPERATOR_HOST,
  openTestDirectory,
  type ServedShops,
  serveDirectory,
  type TestDirectory,
} from '../../support/directory.ts'
import { callsOf } from '../../support/hosting-call.ts'
import { executeSql } from '../../support/postgres.ts'
import { codeOf, nextStep } from '../../support/second-factor.ts'

/* The account of an operator: second factor, password and sessions. */

const PASSWORD = 'correct horse of operators'

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

function browser() {
  const client = served.at(OPERATOR_HOST)
  return { client, ...callsOf<OperatorOutputs>(client, '/operator/trpc') }
}

async function operator(name: string) {
  const email = `${name}@example.com`
  await directory.directory.people.addOperator(email, PASSWORD)
  const logIn = async (code?: string) => {
    const calls = browser()
    return {
      ...calls,
      answer: await calls.mutate('account.logIn', { email, password: PASSWORD, ...(code && { code }) }),
    }
  }
  return { email, logIn }
}

async function operatorWithApp(name: string) {
  const { email, logIn } = await operator(name)
  const first = await logIn()
  const { data: offer } = await first.mutate('account.beginApp')
  const input = { token: offer.token, code: codeOf(offer.secret), password: PASSWORD }
  const { status, data } = await first.mutate('account.addApp', input)
  expect(status).toBe(200)
  return { email, logIn, first, offer, input, codes: data.recovery_codes ?? [] }
}

test('the first app ends the other sessions and is needed for the next login', async () => {
  const { logIn, email } = await operator('ada')
  const [first, other] = [await logIn(), await logIn()]
  expect((await first.query('account.secondFactor')).data).toEqual({ has_app: false, recovery_codes_left: 0 })
  const { data: offer } = await first.mutate('account.beginApp')
  expect(decodeURIComponent(offer.uri)).toContain(`otpauth://totp/${OPERATOR_HOST}:${email}`)
  const input = { token: offer.token, code: codeOf(offer.secret), password: PASSWORD }
  expect((await first.mutate('account.addApp', { ...input, password: 'wrong' })).reason).toBe('password_wrong')
  expect((await first.mutate('account.addApp', { ...input, code: '000000' })).reason).toBe('second_factor_wrong')
  expect((await first.mutate('account.addApp', { ...input, token: 'x' })).reason).toBe('token_invalid')
  const { data } = await first.mutate('account.addApp', input)
  expect(data.recovery_codes).toHaveLength(10)
  expect((await other.query('account.current')).status).toBe(401)
  expect((await first.query('account.secondFactor')).data).toEqual({ has_app: true, recovery_codes_left: 10 })
  expect((await logIn()).answer).toMatchObject({ status: 401, reason: 'second_factor_required' })
  expect((await logIn('000000')).answer).toMatchObject({ status: 401, reason: 'second_factor_wrong' })
  expect((await logIn(input.code)).answer).toMatchObject({ status: 401, reason: 'second_factor_wrong' })
  expect((await logIn(codeOf(offer.secret, nextStep()))).answer.status).toBe(200)
  const { operators } = (await first.query('operators.list')).data
  expect(operators.find((one) => one.email === email)?.has_second_factor).toBe(true)
})

test('a setup of one operator cannot be used by another one', async () => {
  const { offer } = await operatorWithApp('bea')
  const { logIn } = await operator('bob')
  const input = { token: offer.token, code: codeOf(offer.secret), password: PASSWORD }
  expect((await (await logIn()).mutate('account.addApp', input)).reason).toBe('token_invalid')
})

test('each recovery code logs in once, and new ones replace them', async () => {
  const { logIn, first, codes } = await operatorWithApp('cora')
  const [one = '', two = ''] = codes
  expect((await logIn(one.toUpperCase())).answer.status).toBe(200)
  expect((await logIn(one)).answer.status).toBe(401)
  expect((await first.mutate('account.renewRecoveryCodes', { password: 'wrong' })).status).toBe(400)
  const renewed = (await first.mutate('account.renewRecoveryCodes', { password: PASSWORD })).data.recovery_codes
  expect((await logIn(two)).answer.status).toBe(401)
  expect((await logIn(renewed[0])).answer.status).toBe(200)
})

test('ten wrong codes stop further ones, also the right one', async () => {
  const { logIn, codes } = await operatorWithApp('dora')
  for (let attempt = 0; attempt < 10; attempt++) expect((await logIn('123456')).answer.status).toBe(401)
  expect((await logIn(codes[0])).answer.status).toBe(429)
})

test('a removed app is no longer needed, and there are no recovery codes without one', async () => {
  const { logIn, first } = await operatorWithApp('emma')
  expect((await first.mutate('account.removeApp', { password: 'wrong' })).status).toBe(400)
  expect((await first.mutate('account.removeApp', { password: PASSWORD })).status).toBe(200)
  expect((await logIn()).answer.status).toBe(200)
  const refused = await first.mutate('account.renewRecoveryCodes', { password: PASSWORD })
  expect(refused.reason).toBe('second_factor_missing')
})

test('another operator resets the second factor of one that has lost it, and not its own', async () => {
  const lost = await operatorWithApp('fay')
  const helper = await (await operator('gus')).logIn()
  const own = await helper.mutate('operators.resetSecondFactor', { email: 'GUS@example.com' })
  expect(own.reason).toBe('own_second_factor')
  const composed = await (await operator('\u01f0an')).logIn()
  const respelled = await composed.mutate('operators.resetSecondFactor', { email: 'J\u030can@example.com' })
  expect(respelled.reason).toBe('own_second_factor')
  expect((await helper.mutate('operators.resetSecondFactor', { email: 'stranger@example.com' })).status).toBe(404)
  expect((await helper.mutate('operators.resetSecondFactor', { email: lost.email })).status).toBe(200)
  expect((await lost.first.query('account.current')).status).toBe(401)
  expect((await lost.logIn()).answer.status).toBe(200)
})

test('an operator sees its sessions and ends one or all of them', async () => {
  const { logIn } = await operator('hal')
  const stranger = await (await operator('ivy')).logIn()
  const [first, second] = [await logIn(), await logIn()]
  const { sessions } = (await first.query('account.sessions')).data
  expect(sessions).toHaveLength(2)
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1)
  const other = sessions.find(({ is_current }) => !is_current)
  expect(other).toMatchObject({ user_agent: 'node', address: '127.0.0.x' })
  expect((await stranger.mutate('account.endSession', { session_id: other?.id })).status).toBe(404)
  expect((await second.query('account.current')).status).toBe(200)
  expect((await first.mutate('account.endSession', { session_id: other?.id })).status).toBe(200)
  expect((await second.query('account.current')).status).toBe(401)
  const third = await logIn()
  expect((await first.mutate('account.logOutEverywhere')).status).toBe(200)
  for (const { query } of [first, third]) expect((await query('account.current')).status).toBe(401)
  expect((await stranger.query('account.current')).status).toBe(200)
})

test('the activity has logins, wrong codes and changes of the account, without secrets', async () => {
  const { email, logIn, first, offer, input, codes } = await operatorWithApp('jan')
  await logIn('654321')
  await logIn(codes[0])
  const { actions } = (await first.query('actions.list')).data
  const own = actions.filter(({ actor }) => actor === email).map(({ action, outcome }) => [action, outcome])
  expect(own).toEqual([
    ['account.logIn', 'done'],
    ['account.logIn', expect.stringMatching(/^The code is wrong/)],
    ['account.addApp', 'done'],
    ['account.beginApp', 'done'],
    ['account.logIn', 'done'],
  ])
  const stored = JSON.stringify(
    await executeSql(directory.directory.url, 'select * from directory_audit, second_factor'),
  )
  for (const secret of [offer.secret, offer.token, input.code, PASSWORD, ...codes]) expect(stored).not.toContain(secret)
})

test('an operator that is removed while it logs in gets no session', async () => {
  const { email } = await operator('kim')
  const { people } = directory.directory
  const verified = await people.verify(email, PASSWORD)
  expect(verified?.isOperator).toBe(true)
  const login = browser().mutate('account.logIn', { email, password: PASSWORD })
  await people.removeOperator(email)
  const { status } = await login
  const [row] = await executeSql(
    directory.directory.url,
    `select count(*)::int as count from operator_session s join person p on p.id = s.person_id where p.email = '${email}'`,
  )
  expect([status, row?.count]).toEqual([401, 0])
})
