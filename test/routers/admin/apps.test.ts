import { Events, OAuth2Server } from 'oauth2-mock-server'
import { allowInsecureRequests } from 'oauth4webapi'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { App } from '#entities/platform/app/app.ts'
import type { OAuthProvider } from '#entities/platform/app/oauth-provider.ts'
import { registerApps } from '#entities/platform/app/register-apps.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { untyped } from '#test/support/untyped.ts'
import { exampleProvider } from '../../../examples/oauth-provider.ts'

const CLIENT_SECRET = 'the-secret-of-the-client'
const noMatch = 'Example could not match state'
const fault = 'did not answer or refused the request. Try again later'

let shop: TestShop
const issuer = new OAuth2Server()
/** The token requests that the OAuth server received, and its responses. */
const tokenRequests: object[] = []
const tokenResponses: { access_token: string; refresh_token: string }[] = []
const codes = new Set<string>()
const log: string[] = []
let example: OAuthProvider

beforeAll(async () => {
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, '127.0.0.1')
  // The test server accepts any code. This makes each issued code valid once.
  issuer.service.on(Events.BeforeAuthorizeRedirect, ({ url }) => codes.add(url.searchParams.get('code') as string))
  issuer.service.on(Events.BeforeResponse, (response, { body }) => {
    tokenRequests.push(body)
    if (body.code === undefined || codes.delete(body.code))
      tokenResponses.push(response.body as (typeof tokenResponses)[number])
    else Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant', error_description: body.code } })
  })
  example = await exampleProvider({
    issuer: issuer.issuer.url as string,
    client_id: 'shop',
    client_secret: CLIENT_SECRET,
    redirect_uri: 'http://127.0.0.1:1/done',
    [allowInsecureRequests]: true,
  })
  const silent: OAuthProvider = {
    application_name: 'silent',
    display_name: 'Silent',
    timeoutMs: 1,
    generateToken: () => new Promise(() => {}),
    refreshToken: async () => untyped([]),
  }
  const oauth = new Map([example, silent].map((provider) => [provider.application_name, provider]))
  const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) })
  shop = await openTestShop({ providers: { ...providersWith(), oauth }, logger })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await issuer.stop()
})
beforeEach(async () => {
  for (const list of [tokenRequests, tokenResponses, log]) list.length = 0
  await writeData('example', null)
})

const writeData = (application_name: string, data: object | null) =>
  shop.orm.em.fork().nativeUpdate(App, { application_name }, { data: untyped(data) })
const readData = async (application_name = 'example') =>
  (await shop.orm.em.fork().findOneOrFail(App, { application_name })).data
const authorize = (body: object) => shop.admin.post('/admin/apps/authorizations', body)
const act = (verb: string, name = 'example') => shop.admin.post(`/admin/apps/${name}/${verb}`)

/** Follows the install URL, as a browser does, and returns the parameters of the redirect. */
async function install(): Promise<{ application_name: string; state: string; code: string }> {
  const { install_url, state } = await expectSuccess(shop.admin.post('/admin/apps/example/install'))
  const { headers } = await fetch(install_url, { redirect: 'manual' })
  const redirect = new URL(headers.get('location') as string).searchParams
  expect(redirect.get('state')).toBe(state)
  return { application_name: 'example', state, code: redirect.get('code') as string }
}

async function events(): Promise<string[]> {
  const rows = await shop.orm.em
    .fork()
    .execute<{ name: string }[]>(`select name from event where name like 'oauth.%' order by id`)
  return rows.map(({ name }) => name)
}

test('each configured OAuth provider is listed as an application with its current name and URLs', async () => {
  const { apps } = await expectSuccess(shop.admin.get('/admin/apps?anything=goes'))
  expect(apps).toEqual([
    {
      id: expect.stringMatching(/^oauth_/),
      application_name: 'example',
      display_name: 'Example',
      install_url: expect.stringContaining('/authorize?response_type=code'),
      uninstall_url: null,
      data: null,
    },
    expect.objectContaining({ application_name: 'silent', install_url: null, data: null }),
  ])
  await writeData('silent', { access_token: 'kept' })
  const renamed = { ...example, application_name: 'silent', display_name: 'Quiet' }
  await registerApps(shop.orm.em.fork(), new Map([['silent', renamed]]))
  const again = (await expectSuccess(shop.admin.get('/admin/apps'))).apps[1]
  expect(again).toMatchObject({ id: apps[1].id, display_name: 'Quiet', data: { access_token: '***' } })
  await registerApps(shop.orm.em.fork(), new Map([['silent', { ...renamed, display_name: 'Silent' }]]))
})

test('only users of the shop can manage applications', async () => {
  for (const verb of ['install', 'refresh', 'uninstall'])
    expect((await shop.post(`/admin/apps/example/${verb}`)).status).toBe(401)
  expect((await shop.post('/admin/apps/authorizations', {})).status).toBe(401)
  expect((await shop.get('/admin/apps')).status).toBe(401)
})

describe('authorizing an application', () => {
  test('authorizing an application exchanges the code for tokens and never returns them', async () => {
    const before = (await events()).length
    const { apps } = await expectSuccess(authorize(await install()))
    const { access_token, refresh_token } = tokenResponses[0]!
    expect(await readData()).toEqual({
      access_token,
      refresh_token,
      token_type: 'bearer',
      scope: 'dummy',
      expires_at: expect.any(String),
    })
    const shown = { token_type: 'bearer', scope: 'dummy', access_token: '***', refresh_token: '***' }
    expect(apps).toMatchObject({ application_name: 'example', data: shown })
    const list = (await shop.admin.get('/admin/apps')).text
    for (const secret of [access_token, refresh_token]) expect(list).not.toContain(secret)
    expect((await events()).slice(before)).toEqual(['oauth.token_generated', 'oauth.token_generated.example'])
  })

  test('authorizing an application needs its state, which is valid once', async () => {
    await expectError(authorize({ application_name: 'example', state: 's', code: 'c' }), 400, 'not_allowed', noMatch)
    const redirect = await install()
    for (const state of ['x', `${redirect.state}x`, redirect.state.toUpperCase()])
      await expectError(authorize({ ...redirect, state }), 400, 'not_allowed', noMatch)
    expect((await authorize(redirect)).status).toBe(200)
    await expectError(authorize(redirect), 400, 'not_allowed', noMatch)
    expect(tokenRequests).toHaveLength(1)
  })

  test('a new installation replaces the state and keeps the tokens until it succeeds', async () => {
    await expectSuccess(authorize(await install()))
    const [first, second] = [await install(), await install()]
    expect(await readData()).toMatchObject({ access_token: tokenResponses[0]?.access_token, state: second.state })
    expect((await expectSuccess(shop.admin.get('/admin/apps'))).apps[0].data.state).toBe('***')
    await expectError(authorize(first), 400, 'not_allowed', noMatch)
    expect((await authorize(second)).status).toBe(200)
    expect(await readData()).not.toHaveProperty('state')
  })

  test('two simultaneous authorizations exchange the code once', async () => {
    const redirect = await install()
    const replies = await Promise.all([authorize(redirect), authorize(redirect)])
    const statuses = replies.map(({ status }) => status).sort()
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(tokenRequests).toHaveLength(1)
    expect(await readData()).toMatchObject({ access_token: tokenResponses[0]?.access_token })
  })

  test('an authorization reports all missing fields and unknown applications', async () => {
    const missingFields = ['application_name', 'state', 'code']
      .map((key) => `${key} should not be empty, ${key} must be a string`)
      .join(', ')
    await expectError(authorize({}), 400, 'invalid_data', missingFields)
    const nowhere = { application_name: 'nowhere', state: 's', code: 'c' }
    const message = 'Oauth application nowhere not found'
    await expectError(authorize(nowhere), 404, 'not_found', message)
    for (const verb of ['install', 'refresh', 'uninstall'])
      await expectError(act(verb, 'nowhere'), 404, 'not_found', message)
    await expectError(
      act('install', 'silent'),
      400,
      'not_allowed',
      'Silent cannot be installed, because its OAuth handler has no install_url',
    )
    const { apps } = createShopClient({ url: shop.url, token: shop.token }).admin
    const reason = { name: 'app_not_installable', app: 'Silent' } as const
    await expectReason(apps.install.mutate({ application_name: 'silent' }), reason)
  })
})

test('an application without a provider can only be uninstalled', async () => {
  const em = shop.orm.em.fork()
  em.create(App, { application_name: 'gone', display_name: 'Gone', data: { state: 's', refresh_token: 'r' } })
  await em.flush()
  const message = 'An OAuth handler for Gone could not be found make sure the plugin is installed'
  await expectError(authorize({ application_name: 'gone', state: 's', code: 'c' }), 400, 'invalid_data', message)
  for (const verb of ['install', 'refresh']) await expectError(act(verb, 'gone'), 400, 'invalid_data', message)
  expect((await expectSuccess(shop.admin.post('/admin/apps/gone/uninstall'))).apps.data).toBeNull()
})

describe('a failing OAuth provider', () => {
  test('a provider error is reported without its message and changes nothing', async () => {
    const redirect = await install()
    const before = await readData()
    codes.clear()
    await expectError(authorize(redirect), 400, 'not_allowed', `Example ${fault}`)
    expect(await readData()).toEqual(before)
    const logged = log.join()
    expect(logged).toContain('The OAuth provider example failed: ResponseBodyError')
    expect(logged).toContain('invalid_grant')
    for (const secret of [redirect.code, redirect.state, CLIENT_SECRET]) expect(logged).not.toContain(secret)
  })

  test('a provider times out, and invalid token data is rejected', async () => {
    await writeData('silent', { state: 's', refresh_token: 'r' })
    const body = { application_name: 'silent', state: 's', code: 'c' }
    await expectError(authorize(body), 400, 'not_allowed', `Silent ${fault}`)
    await expectError(act('refresh', 'silent'), 400, 'not_allowed', `Silent ${fault}`)
    expect(await readData('silent')).toEqual({ state: 's', refresh_token: 'r' })
  })
})

describe('expiring tokens', () => {
  test('a refresh renews the tokens and keeps a refresh token that is not renewed', async () => {
    await expectSuccess(authorize(await install()))
    const first = tokenResponses[0]?.refresh_token
    const before = (await events()).length
    await expectSuccess(act('refresh'))
    expect(tokenRequests[1]).toMatchObject({ grant_type: 'refresh_token', refresh_token: first })
    expect(await readData()).toMatchObject({
      access_token: tokenResponses[1]?.access_token,
      refresh_token: tokenResponses[1]?.refresh_token,
    })
    expect((await events()).slice(before)).toEqual(['oauth.token_refreshed', 'oauth.token_refreshed.example'])

    issuer.service.once(Events.BeforeResponse, ({ body }) => {
      Reflect.deleteProperty(body, 'refresh_token')
    })
    await expectSuccess(act('refresh'))
    expect(await readData()).toMatchObject({
      access_token: tokenResponses[2]?.access_token,
      refresh_token: tokenResponses[1]?.refresh_token,
    })
  })

  test('a refresh needs a refresh token', async () => {
    await expectError(act('refresh'), 400, 'not_allowed', 'Example has no refresh token')
  })
})

describe('uninstalling an application', () => {
  test('uninstalling an application revokes and deletes its tokens', async () => {
    await expectSuccess(authorize(await install()))
    let revoked = 0
    issuer.service.once(Events.BeforeRevoke, () => {
      revoked += 1
    })
    expect((await expectSuccess(act('uninstall'))).apps).toMatchObject({ application_name: 'example', data: null })
    expect([revoked, await readData()]).toEqual([1, null])
    expect((await act('uninstall')).status).toBe(200)
  })

  test('uninstalling an application keeps its tokens if the provider fails', async () => {
    await expectSuccess(authorize(await install()))
    issuer.service.once(Events.BeforeRevoke, (response) => Object.assign(response, { statusCode: 503 }))
    await expectError(act('uninstall'), 400, 'not_allowed', `Example ${fault}`)
    expect(await readData()).toMatchObject({ access_token: tokenResponses[0]?.access_token })
  })
})
