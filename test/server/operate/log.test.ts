import { defineEntity, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { id } from '#entities/base.ts'
import { openLog } from '#server/operate/log.ts'
import { toLoggableError } from '#server/operate/loggable-error.ts'
import { createPathRedactor } from '#server/operate/redact-path.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { route } from '#server/plugin/route/route.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { readShop } from '#server/process/read-shop.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openWebhookReceiver } from '#test/support/webhook-receiver.ts'

const output: string[] = []
const logger = openLog('trace', { write: (line) => output.push(line) })

let resetToken = ''
const reader = subscribeTo(['customer.password_reset'], async (_, { payload }) => {
  resetToken = payload.token
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ logger, subscribers: { ...coreParts.subscribers, reader } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  output.length = 0
})

const lines = () => output.map((line) => JSON.parse(line))

/** Waits for this many request lines. The last one may be written after its response. */
async function requests(count: number) {
  for (;;) {
    const found = lines().filter(({ msg }) => msg === 'request')
    if (found.length >= count) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the log line of a request', () => {
  test('the line of a request contains its caller, its result and its costs', async () => {
    const { headers } = await shop.get('/store/regions?limit=1')
    await shop.admin.get('/admin/store')
    await shop.get('/trpc/store.regions.list?input=%7B%22json%22%3A%7B%7D%7D')
    const [first, second, third] = await requests(3)
    expect(first).toMatchObject({
      level: 30,
      request_id: headers.get('x-request-id'),
      method: 'GET',
      path: '/store/regions',
      procedure: 'store.regions.list',
      status: 200,
      actor: 'guest',
    })
    expect(first.ms).toBeGreaterThan(0)
    expect(first.statements).toBeGreaterThan(0)
    expect(second).toMatchObject({ procedure: 'admin.store.get', actor: 'user' })
    expect(third).toMatchObject({ path: '/trpc/store.regions.list', procedure: 'store.regions.list' })
  })

  test('the level of a line is higher for internal errors and lower for health checks', async () => {
    await shop.get('/store/nothing')
    await shop.post('/store/carts', { nonsense: 1 })
    await shop.get('/health')
    await shop.get('/ready')
    await shop.orm.em.fork().execute('alter table region rename to region_away')
    const { headers } = await shop.get('/store/regions')
    await shop.orm.em.fork().execute('alter table region_away rename to region')
    const found = await requests(5)
    expect(found.map(({ path, status, level }) => [path, status, level])).toEqual([
      ['/store/nothing', 404, 30],
      ['/store/carts', 400, 30],
      ['/health', 200, 20],
      ['/ready', 200, 20],
      ['/store/regions', 500, 50],
    ])
    const fault = lines().find(({ msg }) => msg === 'Procedure failed')
    expect(fault).toMatchObject({ level: 50, request_id: headers.get('x-request-id'), err: { code: '42P01' } })
  })

  test('the line of a request counts only its own statements', async () => {
    // Opens all connections first, because opening one counts as a statement.
    const all = Array.from({ length: 10 }, () => shop.orm.em.fork())
    for (const em of all) {
      await em.begin()
      await em.execute('select 1')
    }
    for (const em of all) await em.commit()
    // A repeated request would reuse its response, the first request of all reads the periods of price lists, and the first page
    // needs no count.
    const read = (offset: number) => shop.get(`/store/regions?offset=${offset}`)
    await read(100)
    await requests(1)
    output.length = 0
    await read(101)
    const one = (await requests(1))[0].statements
    output.length = 0
    await Promise.all(Array.from({ length: 8 }, (_, i) => read(i + 1)))
    expect((await requests(8)).map(({ statements }) => statements)).toEqual(Array(8).fill(one))
  })

  test('the path of a line hides gift card and discount codes', async () => {
    await shop.get('/store/gift-cards/WORTH-MONEY')
    await shop.get('/STORE/Gift-Cards/WORTH-MONEY')
    await shop.delete('/store/carts/cart_1/discounts/WORTH-MONEY')
    expect((await requests(3)).map(({ path }) => path)).toEqual([
      '/store/gift-cards/{code}',
      '/STORE/Gift-Cards/{code}',
      '/store/carts/cart_1/discounts/{code}',
    ])
    expect(output.join('')).not.toContain('WORTH-MONEY')
  })
})

test('the path of a route of a plugin hides its secret, also before an ending', () => {
  const show = () => new Response()
  const routes = { page: route.get('/reset/:token', show), file: route.get('/vouchers/:code.pdf', show) }
  const { parts } = readShop(defineShop({ plugins: [definePlugin({ name: 'vouchers', routes })] }), { env: {} })
  const shownPath = createPathRedactor(parts.routers)
  expect(shownPath('/reset/WORTH-MONEY')).toBe('/reset/{token}')
  expect(shownPath('/vouchers/WORTH-MONEY.pdf')).toBe('/vouchers/{code}.pdf')
  expect(shownPath('/vouchers/new')).toBe('/vouchers/new')
})

test('no secret is ever logged', async () => {
  await using receiver = await openWebhookReceiver()
  const visitor = new CookieClient(shop.url)
  const secrets: Record<string, string> = {
    wrongPassword: 'wrong-battery-staple',
    password: 'correct-battery-staple',
    newPassword: 'newer-battery-staple',
    faultyPassword: 'faulty-battery-staple',
  }
  const email = 'log@example.com'
  const names = { email, first_name: 'Ada', last_name: 'Lovelace' }
  expect((await visitor.post('/store/customers', { ...names, password: secrets.password })).status).toBe(200)
  expect((await visitor.post('/store/auth', { email, password: secrets.wrongPassword })).status).toBe(401)
  expect((await visitor.post('/store/auth', { email, password: secrets.password })).status).toBe(200)
  secrets.cookie = [...visitor.cookies.values()][0]!
  const { access_token } = (await shop.post('/store/auth/token', { email, password: secrets.password })).body
  secrets.accessToken = access_token
  await shop.as({ authorization: `Bearer ${access_token}` }).get('/store/customers/me')

  await visitor.post('/store/customers/password-token', { email })
  await shop.runJobs()
  const execute = <T>(sql: string) => shop.orm.em.fork().execute<T[]>(sql)
  secrets.resetToken = resetToken
  const reset = { email, token: secrets.resetToken, password: secrets.newPassword }
  expect((await shop.post('/store/customers/password-reset', reset)).status).toBe(200)

  const hook = { url: `${receiver.url}?key=a-key-of-theirs`, events: ['region.created'] }
  secrets.webhookSecret = (await shop.admin.post('/admin/webhooks', hook)).body.secret
  const key = (await shop.admin.post('/admin/api-keys', { name: 'programs', scopes: ['*'] })).body
  secrets.apiKey = key.secret
  await shop.as({ authorization: `Bearer ${secrets.apiKey}` }).get('/admin/store')
  await shop.given.region()
  await shop.runJobs()
  expect(receiver.received).toHaveLength(1)

  // PostgreSQL quotes the whole row, including the password hash, in its error.
  await execute(`alter table customer add constraint nobody check (last_name <> 'Nobody') not valid`)
  const nobody = { ...names, email: 'nobody@example.com', last_name: 'Nobody', password: secrets.faultyPassword }
  expect((await shop.post('/store/customers', nobody)).status).toBeGreaterThanOrEqual(400)
  logger.warn({ body: { password: secrets.password }, headers: { cookie: secrets.cookie } }, 'carelessly')
  expect(lines().at(-1)).toMatchObject({ body: { password: '[secret]' }, headers: { cookie: '[secret]' } })

  const hashes = await execute<{ password_hash: string }>('select password_hash from customer where has_account')
  const all = [...Object.entries(secrets), ...hashes.map(({ password_hash }) => ['hash', password_hash])]
  for (const [name, secret] of all) {
    expect(secret, name).toMatch(/.{12}/)
    expect(output.join(''), name).not.toContain(secret)
  }
  expect(output.join('')).not.toContain('argon2')
  expect((await requests(10)).length).toBeGreaterThanOrEqual(10)
})

describe('logged errors', () => {
  test('the log contains the first line, the stack and the cause of an error', () => {
    const error = new Error('It broke\nentity: { password: "hush" }', { cause: new TypeError('No such thing') })
    const loggable = toLoggableError(error)
    expect(loggable).toMatchObject({ type: 'Error', message: 'It broke', cause: { type: 'TypeError' } })
    expect(loggable.stack).toMatch(/log\.test\.ts/)
    expect(JSON.stringify(loggable)).not.toContain('hush')
  })

  test('a logged error contains no values that PostgreSQL quotes', () => {
    const facts = { code: '22P02', detail: 'Failing row contains (hush)', where: 'hush', table: 'user', query: 'hush' }
    const loggable = toLoggableError(Object.assign(new Error('invalid input syntax for type uuid: "hush"'), facts))
    expect(loggable).toMatchObject({ code: '22P02', table: 'user', message: 'invalid input syntax for type uuid: "…"' })
    expect(JSON.stringify(loggable)).not.toContain('hush')
  })

  test('a logged value that is no error reveals nothing', () => {
    expect(JSON.stringify(toLoggableError({ token: 'hush' }))).not.toContain('hush')
  })
})

test('the logger of a shop redacts the hidden columns of its plugins', () => {
  const written: string[] = []
  const VaultSchema = defineEntity({
    name: 'Vault',
    tableName: 'vault',
    properties: { id: id('vault'), city: p.text(), door_code: p.text().hidden() },
  })
  class Vault extends VaultSchema.class {}
  VaultSchema.setClass(Vault)
  const shopWithVaults = defineShop({ plugins: [definePlugin({ name: 'vaults', entities: [Vault] })] })
  const { logger: redacting } = readShop(shopWithVaults, {
    env: {},
    logDestination: { write: (line) => written.push(line) },
  })
  redacting.info({ vault: { city: 'Bonn', door_code: '1234' } }, 'opened')
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ vault: { city: 'Bonn', door_code: '[secret]' } })
})
