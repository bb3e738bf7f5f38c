import { afterAll, beforeAll, expect, test } from 'vitest'
import { Session } from '#entities/people/session/session.ts'
import { User } from '#entities/people/user/user.ts'
import { adminRouter } from '#routers/index.ts'
import type { ProcedureMeta } from '#routers/meta.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/sample-api.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* Whoever does not run the shop, at each door of its administration: a new procedure is among them without being added. */

const OPEN = [
  'auth.login',
  'auth.token',
  'currencies.list',
  'invites.accept',
  'users.resetPassword',
  'users.requestPasswordReset',
]

type Procedures = Record<string, { _def: { type: string; meta?: ProcedureMeta } }>

const procedures = Object.entries(adminRouter._def.procedures as unknown as Procedures).map(([name, { _def }]) => ({
  name,
  type: _def.type,
  access: _def.meta?.access ?? 'open',
  rest: _def.meta?.openapi,
}))
const AT_ONCE = 20

const guarded = procedures.filter(({ name }) => !OPEN.includes(name))

type Stranger = Pick<Caller, 'get' | 'post' | 'delete'>

const STRANGERS = ['nobody', 'a customer', 'a deleted user', 'a token of nobody', 'an older token of nobody'] as const

let shop: TestShop
let strangers: Record<(typeof STRANGERS)[number], Stranger>
let untouched: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop()
  const { user } = await expectSuccess(
    shop.admin.post('/admin/users', { email: 'gone@example.com', password: 'secret' }),
  )
  const gone = new CookieClient(shop.url)
  await expectSuccess(gone.post('/admin/auth', { email: 'gone@example.com', password: 'secret' }))
  const em = shop.orm.em.fork()
  await em.nativeUpdate(User, { id: user.id }, { deleted_at: new Date() })
  expect(await em.count(Session, { user_id: user.id })).toBe(1)
  strangers = {
    nobody: shop,
    'a customer': await shop.given.customer(),
    'a deleted user': gone,
    'a token of nobody': shop.as({ authorization: 'Bearer garbage' }),
    'an older token of nobody': shop.as({ 'x-medusa-access-token': 'garbage' }),
  }
  untouched = await fingerprint()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('only these are open', () => {
  const open = procedures.filter(({ access }) => access !== 'admin').map(({ name }) => name)
  expect(open.filter((name) => !OPEN.includes(name))).toEqual([])
  expect(guarded.length).toBeGreaterThan(80)
})

test.each(STRANGERS)('%s gets through no door, and changes nothing by trying', async (who) => {
  const stranger = strangers[who]
  const knocks = guarded.flatMap(({ name, type, rest }) => [
    knock(stranger, type === 'mutation' ? 'POST' : 'GET', `/trpc/admin.${name}`),
    ...(rest ? [knock(stranger, rest.method, `/admin${rest.path.replaceAll(/\{\w+\}/g, 'x')}`)] : []),
  ])
  const through: string[] = []
  for (let i = 0; i < knocks.length; i += AT_ONCE) {
    const tried = knocks.slice(i, i + AT_ONCE).map(async ({ url, send }) => ({ url, ...(await send()) }))
    for (const reply of await Promise.all(tried)) {
      const { status, type, message } = refusalIn(reply)
      if (status !== 401 || type !== 'unauthorized' || message !== 'Unauthorized')
        through.push(`${reply.url} answered ${reply.text}`)
    }
  }
  expect(through).toEqual([])
  expect(await fingerprint()).toEqual(untouched)
})

/** A stream of events is open before anything is refused in it. */
function refusalIn({ status, text, body }: Reply) {
  const streamed = /^event: connected\ndata: .*\n+event: serialized-error\ndata: (.*)\n+$/.exec(text)?.[1]
  if (!streamed) return { status, ...(body.error?.json.data ?? body) }
  const { data } = JSON.parse(streamed).json
  return { ...data, status: data.httpStatus }
}

function knock(stranger: Stranger, method: string, url: string) {
  switch (method) {
    case 'GET':
      return { url, send: () => stranger.get(url) }
    case 'DELETE':
      return { url, send: () => stranger.delete(url) }
    default:
      return { url, send: () => stranger.post(url, {}) }
  }
}

/** Of every table what all of its rows come to. */
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
