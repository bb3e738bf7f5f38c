import { SignJWT } from 'jose/jwt/sign'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Tokens, keys and cookies that the shop did not issue. */

let shop: TestShop
let userId: string
beforeAll(async () => {
  shop = await openTestShop()
  userId = (await shop.admin.get('/admin/auth')).body.user.id
})
afterAll(() => shop[Symbol.asyncDispose]())

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with this header and these claims, without a valid signature. */
const forged = (claims: unknown, head: unknown = { alg: 'HS256', typ: 'JWT' }) =>
  `${encoded(head)}.${encoded(claims)}.${'A'.repeat(43)}`

const LATER = 4_000_000_000

/** The statuses of requests that send the token as their credential. */
async function statusesOf(token: string): Promise<number[]> {
  const paths = ['/admin/auth', '/admin/orders', '/store/auth', '/trpc/admin.auth.current']
  const headerSets: Record<string, string>[] = [
    { authorization: `Bearer ${token}` },
    { 'x-medusa-access-token': token },
  ]
  const replies = headerSets.flatMap((headers) => paths.map((path) => shop.as(headers).get(path)))
  return (await Promise.all(replies)).map(({ status }) => status)
}

const refused = Array.from({ length: 8 }, () => 401)

const oddValues: [string, unknown][] = [
  ['a zero byte', 'usr_\0'],
  ['half a character', 'usr_\ud800'],
  ['nothing', null],
  ['an empty text', ''],
  ['a number', 1e300],
  ['a boolean', true],
  ['a list', ['usr_1', 'usr_\0']],
  ['lists in lists', [[[['usr_1']]]]],
  ['an object without a text form', { toString: 1, valueOf: 1 }],
  ['an object with another prototype', { ['__proto__']: null }],
  ['a long text', 'x'.repeat(2000)],
]

describe('a token with unusable claims', () => {
  test.each(oddValues)('a token is refused if its id is %s', async (_what, value) => {
    for (const [domain, claim] of [
      ['admin', 'user_id'],
      ['store', 'customer_id'],
    ] as const)
      expect(await statusesOf(forged({ domain, [claim]: value, exp: LATER }))).toEqual(refused)
  })

  test.each(oddValues)('a token is refused if another claim is %s', async (_what, value) => {
    const claims = { domain: 'admin', user_id: userId, exp: LATER }
    for (const name of ['customer_id', 'other', 'exp', 'iat', 'nbf', 'sub', 'domain'])
      expect(await statusesOf(forged({ ...claims, [name]: value }))).toEqual(refused)
  })

  test.each([
    ['a list', []],
    ['a text', 'admin'],
    ['a number', 1],
    ['nothing', null],
  ])('a token is refused if its claims are %s', async (_what, claims) => {
    expect(await statusesOf(forged(claims))).toEqual(refused)
  })
})

test.each([
  ['no algorithm', { alg: 'none' }],
  ['an unknown algorithm', { alg: 'HS999' }],
  ['an algorithm that is not a text', { alg: 5 }],
  ['an algorithm for key pairs', { alg: 'RS256' }],
  ['a list', []],
  ['nothing', null],
  ['unencoded claims', { alg: 'HS256', b64: false, crit: ['b64'] }],
  ['an unknown critical field', { alg: 'HS256', crit: ['x'], x: 1 }],
  ['a critical field that is not a list', { alg: 'HS256', crit: {} }],
  ['a compression', { alg: 'HS256', zip: 'DEF' }],
])('a token with %s in its header is refused', async (_what, head) => {
  expect(await statusesOf(forged({ domain: 'admin', user_id: userId, exp: LATER }, head))).toEqual(refused)
})

test.each([
  ['a dot', '.'],
  ['two dots', '..'],
  ['three letters as a token', 'a.b.c'],
  ['three empty objects', 'e30.e30.e30'],
  ['the prefix of an API key', 'cw_'],
  ['an unknown API key', `cw_${'A'.repeat(43)}`],
  ['an API key with invalid characters', `cw_${'\xff'.repeat(43)}`],
  ['the prefix of an API token', 'cartwright_'],
  ['an API token with invalid characters', `cartwright_${'\xe9'.repeat(43)}`],
  ['a long text', 'x'.repeat(8000)],
])('%s is refused as a token', async (_what, token) => {
  expect(await statusesOf(token)).toEqual(refused)
})

test('a token that another secret signed is refused', async () => {
  const token = await new SignJWT({ domain: 'admin', user_id: userId })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(Buffer.from('x'.repeat(32)))
  expect(await statusesOf(token)).toEqual(refused)
})

const hexadecimal = 'a'.repeat(64)
const base64 = 'b'.repeat(43)

test.each([
  ['a percent sign', '%'],
  ['an escaped zero byte', '%00'],
  ['half an escaped character', '%E0%A4%A'],
  ['a quotation mark', '"'],
  ['a version', '~1'],
  ['the prefix of a seal', 'Fe26.2'],
  ['a seal with empty parts', 'Fe26.2*******'],
  ['a seal with short parts', 'Fe26.2*1*aa*bb*cc*dd*ee*ff~2'],
  [
    'a seal with another secret',
    `Fe26.2*1*${hexadecimal}*${base64}*${base64}*99999999999999*${hexadecimal}*${base64}~2`,
  ],
  ['a long text', 'x'.repeat(8000)],
])('%s is refused as a cookie', async (_what, seal) => {
  const by = shop.as({ cookie: `connect.sid=${seal}` })
  expect((await by.get('/admin/auth')).status).toBe(401)
  expect((await by.get('/store/auth')).status).toBe(401)
  expect((await by.get('/store/regions')).status).toBe(200)
})

test.each(oddValues)('an invitation or password reset token with %s as its id is refused', async (_what, value) => {
  const invite = forged({ domain: 'invite', invite_id: value, exp: LATER })
  const user = { first_name: 'A', last_name: 'B', password: 'correct horse' }
  expect(await shop.post('/admin/invites/accept', { token: invite, user })).toMatchObject({
    status: 400,
    body: { type: 'invalid_data', message: expect.stringMatching(/^(Token is not valid|Invalid invite)$/) },
  })
  const reset = forged({ domain: 'user_password_reset', user_id: value, exp: LATER })
  expect(await shop.post('/admin/users/reset-password', { token: reset, password: 'correct horse' })).toMatchObject({
    status: 401,
    body: { message: 'Invalid or expired password reset token' },
  })
})
