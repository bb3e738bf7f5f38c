import { afterAll, beforeAll, expect, test } from 'vitest'
import { Session } from '#entities/people/session/session.ts'
import { User } from '#entities/people/user/user.ts'
import { adminRouter } from '#routers/index.ts'
import { proceduresOf } from '#server/testing/procedures.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { ErrorBody, Reply, TrpcBody } from '#test/support/reply.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* Every admin procedure rejects unauthorized callers. New procedures are included automatically. */

const OPEN = [
  'auth.login',
  'auth.token',
  'currencies.list',
  'invites.accept',
  'users.resetPassword',
  'users.requestPasswordReset',
]

const procedures = proceduresOf(adminRouter).map(([name, { type, meta }]) => ({
  name,
  type,
  access: meta?.access ?? 'open',
  rest: meta?.openapi,
}))
const AT_ONCE = 20

const guarded = procedures.filter(({ name }) => !OPEN.includes(name))

type UnauthorizedCaller = Pick<Caller, 'get' | 'post' | 'delete'>

const CALLERS = [
  'no credentials',
  'a customer',
  'a deleted user',
  'an invalid bearer token',
  'an invalid access token',
] as const

let shop: TestShop
let callers: Record<(typeof CALLERS)[number], UnauthorizedCaller>
let initialFingerprint: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop()
  const { user } = await expectSuccess(
    shop.admin.post('/admin/users', { email: 'gone@example.com', password: 'secret' }),
  )
  const deletedUser = new CookieClient(shop.url)
  await expectSuccess(deletedUser.post('/admin/auth', { email: 'gone@example.com', password: 'secret' }))
  const em = shop.orm.em.fork()
  await em.nativeUpdate(User, { id: user.id }, { deleted_at: new Date() })
  expect(await em.count(Session, { user_id: user.id })).toBe(1)
  callers = {
    'no credentials': shop,
    'a customer': await shop.given.customer(),
    'a deleted user': deletedUser,
    'an invalid bearer token': shop.as({ authorization: 'Bearer garbage' }),
    'an invalid access token': shop.as({ 'x-medusa-access-token': 'garbage' }),
  }
  initialFingerprint = await fingerprint()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('no other admin procedure is open', () => {
  const open = procedures.filter(({ access }) => access !== 'admin').map(({ name }) => name)
  expect(open.filter((name) => !OPEN.includes(name))).toEqual([])
  expect(guarded.length).toBeGreaterThan(80)
})

test.each(CALLERS)('%s is rejected by every procedure and changes nothing', async (name) => {
  const caller = callers[name]
  const requests = guarded.flatMap(({ name, type, rest }) => [
    requestTo(caller, type === 'mutation' ? 'POST' : 'GET', `/trpc/admin.${name}`),
    ...(rest ? [requestTo(caller, rest.method, `/admin${rest.path.replaceAll(/\{\w+\}/g, 'x')}`)] : []),
  ])
  const accepted: string[] = []
  for (let i = 0; i < requests.length; i += AT_ONCE) {
    const tried = requests.slice(i, i + AT_ONCE).map(async ({ url, send }) => ({ url, ...(await send()) }))
    for (const reply of await Promise.all(tried)) {
      const { status, type, message } = refusalIn(reply)
      if (status !== 401 || type !== 'unauthorized' || message !== 'Unauthorized')
        accepted.push(`${reply.url} answered ${reply.text}`)
    }
  }
  expect(accepted).toEqual([])
  expect(await fingerprint()).toEqual(initialFingerprint)
})

/** An event stream opens before the procedure reports its error. */
function refusalIn({ status, text, body }: Reply) {
  const streamed = /^event: connected\ndata: .*\n+event: serialized-error\ndata: (.*)\n+$/.exec(text)?.[1]
  const { error, ...restError } = body as Partial<TrpcBody> & ErrorBody
  if (!streamed) return { status, ...(error?.json.data ?? restError) }
  const { data } = JSON.parse(streamed).json
  return { ...data, status: data.httpStatus }
}

function requestTo(caller: UnauthorizedCaller, method: string, url: string) {
  switch (method) {
    case 'GET':
      return { url, send: () => caller.get(url) }
    case 'DELETE':
      return { url, send: () => caller.delete(url) }
    default:
      return { url, send: () => caller.post(url, {}) }
  }
}

/** A hash of all rows of each table. */
async function fingerprint(): Promise<Record<string, string>> {
  const em = shop.orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${name} t`,
  )
  const rows = await em.execute<{ name: string; rows: string }[]>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}
