import { Events, OAuth2Server } from 'oauth2-mock-server'
import { allowInsecureRequests } from 'oauth4webapi'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { App } from '#entities/platform/app/app.ts'
import type { OAuthProvider } from '#entities/platform/app/oauth-provider.ts'
import { registerApps } from '#entities/platform/app/register-apps.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { exampleProvider } from '../../../examples/oauth-provider.ts'

const CLIENT_SECRET = 'the-secret-of-the-client'
const noMatch = 'Example could not match state'
const fault = 'could not be reached, or refused. Please try again'

let shop: TestShop
const issuer = new OAuth2Server()
/** What the OAuth server was asked for, and what it gave. */
const grants: Json[] = []
const given: Json[] = []
const codes = new Set<string>()
const log: string[] = []
let example: OAuthProvider

beforeAll(async () => {
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, '127.0.0.1')
  // The server takes any code; a real one knows those that it gave, and each is good once.
  issuer.service.on(Events.BeforeAuthorizeRedirect, ({ url }) => codes.add(url.searchParams.get('code') as string))
  issuer.service.on(Events.BeforeResponse, (response, { body }) => {
    grants.push(body)
    if (body.code === undefined || codes.delete(body.code)) given.push(response.body)
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
    patience: 1,
    generateToken: () => new Promise(() => {}),
    refreshToken: async () => [] as never,
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
  for (const list of [grants, given, log]) list.length = 0
  await keep('example', null)
})

const keep = (application_name: string, data: object | null) =>
  shop.orm.em.fork().nativeUpdate(App, { application_name }, { data: data as never })
const kept = async (application_name = 'example') =>
  (await shop.orm.em.fork().findOneOrFail(App, { application_name })).data
const authorize = (body: object) => shop.admin.post('/admin/apps/authorizations', body)
const act = (verb: string, name = 'example') => shop.admin.post(`/admin/apps/${name}/${verb}`)

/** Opens the address to install the application, as a browser would; answers what it comes back with. */
async function install(): Promise<{ application_name: string; state: string; code: string }> {
  const { install_url, state } = await expectSuccess(act('install'))
  const { headers } = await fetch(install_url, { redirect: 'manual' })
  const back = new URL(headers.get('location') as string).searchParams
  expect(back.get('state')).toBe(state)
  return { application_name: 'example', state, code: back.get('code') as string }
}

async function events(): Promise<string[]> {
  const rows = await shop.orm.em
    .fork()
    .execute<{ name: string }[]>(`select name from event where name like 'oauth.%' order by id`)
  return rows.map(({ name }) => name)
}

test('each provider in the code is an application in the list, with the names and addresses that it has now', async () => {
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
  await keep('silent', { access_token: 'kept' })
  const renamed = { ...example, application_name: 'silent', display_name: 'Quiet' }
  await registerApps(shop.orm.em.fork(), new Map([['silent', renamed]]))
  const again = (await expectSuccess(shop.admin.get('/admin/apps'))).apps[1]
  expect(again).toMatchObject({ id: apps[1].id, display_name: 'Quiet', data: { access_token: '***' } })
  await registerApps(shop.orm.em.fork(), new Map([['silent', { ...renamed, display_name: 'Silent' }]]))
})

test('nobody but users of the shop has to do with applications', async () => {
  for (const verb of ['install', 'refresh', 'uninstall'])
    expect((await shop.post(`/admin/apps/example/${verb}`)).status).toBe(401)
  expect((await shop.post('/admin/apps/authorizations', {})).status).toBe(401)
  expect((await shop.get('/admin/apps')).status).toBe(401)
})

describe('an authorization', () => {
  test('trades the code for tokens, which are kept and never shown', async () => {
    const before = (await events()).length
    const { apps } = await expectSuccess(authorize(await install()))
    const [{ access_token, refresh_token }] = given
    expect(await kept()).toEqual({
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

  test('needs the state that was made, which is good once', async () => {
    await expectError(authorize({ application_name: 'example', state: 's', code: 'c' }), 400, 'not_allowed', noMatch)
    const back = await install()
    for (const state of ['x', `${back.state}x`, back.state.toUpperCase()])
      await expectError(authorize({ ...back, state }), 400, 'not_allowed', noMatch)
    expect((await authorize(back)).status).toBe(200)
    await expectError(authorize(back), 400, 'not_allowed', noMatch)
    expect(grants).toHaveLength(1)
  })

  test('that is begun again has another state, and keeps what is there until it succeeds', async () => {
    await expectSuccess(authorize(await install()))
    const [first, second] = [await install(), await install()]
    expect(await kept()).toMatchObject({ access_token: given[0].access_token, state: second.state })
    expect((await expectSuccess(shop.admin.get('/admin/apps'))).apps[0].data.state).toBe('***')
    await expectError(authorize(first), 400, 'not_allowed', noMatch)
    expect((await authorize(second)).status).toBe(200)
    expect(await kept()).not.toHaveProperty('state')
  })

  test('happens once where two ask for it at once', async () => {
    const back = await install()
    const both = await Promise.all([authorize(back), authorize(back)])
    const statuses = both.map(({ status }) => status).sort()
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(statuses)
    expect(grants).toHaveLength(1)
    expect(await kept()).toMatchObject({ access_token: given[0].access_token })
  })

  test('names everything that it lacks, and an application that is there', async () => {
    const message = ['application_name', 'state', 'code']
      .map((key) => `${key} should not be empty, ${key} must be a string`)
      .join(', ')
    await expectError(authorize({}), 400, 'invalid_data', message)
    const nowhere = { application_name: 'nowhere', state: 's', code: 'c' }
    const told = 'Oauth application nowhere not found'
    await expectError(authorize(nowhere), 404, 'not_found', told)
    for (const verb of ['install', 'refresh', 'uninstall'])
      await expectError(act(verb, 'nowhere'), 404, 'not_found', told)
    await expectError(act('install', 'silent'), 400, 'not_allowed', 'Silent has no page to install it from')
  })
})

test('an application whose provider was taken out can only be forgotten', async () => {
  const em = shop.orm.em.fork()
  em.create(App, { application_name: 'gone', display_name: 'Gone', data: { state: 's', refresh_token: 'r' } })
  await em.flush()
  const told = 'An OAuth handler for Gone could not be found make sure the plugin is installed'
  await expectError(authorize({ application_name: 'gone', state: 's', code: 'c' }), 400, 'invalid_data', told)
  for (const verb of ['install', 'refresh']) await expectError(act(verb, 'gone'), 400, 'invalid_data', told)
  expect((await expectSuccess(act('uninstall', 'gone'))).apps.data).toBeNull()
})

describe('a provider that fails', () => {
  test('is told of without its words, and changes nothing', async () => {
    const back = await install()
    const before = await kept()
    codes.clear()
    await expectError(authorize(back), 400, 'not_allowed', `Example ${fault}`)
    expect(await kept()).toEqual(before)
    const written = log.join()
    expect(written).toContain('The OAuth provider example failed: ResponseBodyError')
    expect(written).toContain('invalid_grant')
    for (const secret of [back.code, back.state, CLIENT_SECRET]) expect(written).not.toContain(secret)
  })

  test('is not waited for for long, nor taken at its word where that is no data', async () => {
    await keep('silent', { state: 's', refresh_token: 'r' })
    const body = { application_name: 'silent', state: 's', code: 'c' }
    await expectError(authorize(body), 400, 'not_allowed', `Silent ${fault}`)
    await expectError(act('refresh', 'silent'), 400, 'not_allowed', `Silent ${fault}`)
    expect(await kept('silent')).toEqual({ state: 's', refresh_token: 'r' })
  })
})

describe('tokens that expire', () => {
  test('are given anew, and a refresh token that is not stays', async () => {
    await expectSuccess(authorize(await install()))
    const first = given[0].refresh_token
    const before = (await events()).length
    await expectSuccess(act('refresh'))
    expect(grants[1]).toMatchObject({ grant_type: 'refresh_token', refresh_token: first })
    expect(await kept()).toMatchObject({ access_token: given[1].access_token, refresh_token: given[1].refresh_token })
    expect((await events()).slice(before)).toEqual(['oauth.token_refreshed', 'oauth.token_refreshed.example'])

    issuer.service.once(Events.BeforeResponse, ({ body }) => {
      delete (body as Json).refresh_token
    })
    await expectSuccess(act('refresh'))
    expect(await kept()).toMatchObject({ access_token: given[2].access_token, refresh_token: given[1].refresh_token })
  })

  test('need a refresh token', async () => {
    await expectError(act('refresh'), 400, 'not_allowed', 'Example has no refresh token')
  })
})

describe('an application that is uninstalled', () => {
  test('has its tokens made worthless, and they are forgotten', async () => {
    await expectSuccess(authorize(await install()))
    let revoked = 0
    issuer.service.once(Events.BeforeRevoke, () => {
      revoked += 1
    })
    expect((await expectSuccess(act('uninstall'))).apps).toMatchObject({ application_name: 'example', data: null })
    expect([revoked, await kept()]).toEqual([1, null])
    expect((await act('uninstall')).status).toBe(200)
  })

  test('keeps them where the provider fails', async () => {
    await expectSuccess(authorize(await install()))
    issuer.service.once(Events.BeforeRevoke, (response) => Object.assign(response, { statusCode: 503 }))
    await expectError(act('uninstall'), 400, 'not_allowed', `Example ${fault}`)
    expect(await kept()).toMatchObject({ access_token: given[0].access_token })
  })
})
