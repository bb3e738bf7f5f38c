import { afterAll, beforeAll, expect, test } from 'vitest'
import { Session } from '#entities/people/session/session.ts'
import { User } from '#entities/people/user/user.ts'
import { findUnrefusedCalls } from '#server/testing/find-unrefused-calls.ts'
import { takeSnapshot } from '#server/testing/hostile/snapshot.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { hostileTargets } from '../../suites/hostile/procedures.ts'

/* Every admin procedure rejects unauthorized callers. New procedures are included automatically. */

const OPEN = [
  'admin.auth.login',
  'admin.auth.loginWithPasskey',
  'admin.auth.passkeyOptions',
  'admin.auth.token',
  'admin.currencies.list',
  'admin.invites.accept',
  'admin.invites.readToken',
  'admin.users.readPasswordToken',
  'admin.users.resetPassword',
  'admin.users.requestPasswordReset',
]

const procedures = hostileTargets.filter(({ name }) => name.startsWith('admin.'))
const guarded = procedures.filter(({ name }) => !OPEN.includes(name))

const CALLERS = [
  'no credentials',
  'a customer',
  'a deleted user',
  'an invalid bearer token',
  'an invalid access token',
] as const

let shop: TestShop
let headers: Record<(typeof CALLERS)[number], Record<string, string>>
beforeAll(async () => {
  shop = await openTestShop()
  headers = {
    'no credentials': {},
    'a customer': (await shop.given.customer()).headers,
    'a deleted user': { cookie: await deletedUserCookie() },
    'an invalid bearer token': { authorization: 'Bearer garbage' },
    'an invalid access token': { 'x-medusa-access-token': 'garbage' },
  }
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The session of the user still exists. */
async function deletedUserCookie(): Promise<string> {
  const account = { email: 'gone@example.com', password: 'secret' }
  const { user } = await expectSuccess(shop.admin.post('/admin/users', account))
  const login = await shop.post('/admin/auth', account)
  const em = shop.orm.em.fork()
  await em.nativeUpdate(User, { id: user.id }, { deleted_at: new Date() })
  expect(await em.count(Session, { user_id: user.id })).toBe(1)
  return login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('no other admin procedure is open', () => {
  const open = procedures.filter(({ access }) => access !== 'admin').map(({ name }) => name)
  expect(open.filter((name) => !OPEN.includes(name))).toEqual([])
  expect(guarded.length).toBeGreaterThan(80)
})

test.each(CALLERS)('%s is rejected by every procedure and changes nothing', async (name) => {
  const snapshot = () => takeSnapshot((sql) => shop.orm.em.fork().execute(sql))
  const before = await snapshot()
  expect(await findUnrefusedCalls({ url: shop.url, targets: guarded, headers: headers[name] })).toEqual([])
  expect(await snapshot()).toEqual(before)
})
