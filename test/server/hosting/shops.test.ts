import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestAdmission } from '#server/hosting/request-admission.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'

/* Many shops in one process, each with a separate database. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const id of ['east', 'west']) await directory.create(id, { name: `Shop in the ${id}` })
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

const storeAt = async (host: string) => {
  const { body } = await (await served.administratorAt(host)).get('/admin/store')
  return body.store
}

const NO_FACTS = { last_order_ms: null, failing_jobs: 0, size: null }

test('a host name leads to its shop', async () => {
  const [east, west] = [await storeAt('east.example.com'), await storeAt('WEST.example.com:80')]
  expect([east.name, west.name]).toEqual(['Shop in the east', 'Shop in the west'])
  expect(east.id).not.toBe(west.id)
  expect(east.default_sales_channel_id).not.toBe(west.default_sales_channel_id)
})

test.each([
  'nowhere.example.com',
  '',
  'east.example.com.',
  "east' or ''='",
  `${'a'.repeat(5000)}.example.com`,
])('no shop has the host name %j', async (host) => {
  const { status, body } = await served.at(host || '127.0.0.1').get('/store/products')
  expect([status, (body as { type: string }).type]).toEqual([404, 'not_found'])
})

test('a publishable API key leads to its shop at a host name without one, and at no other', async () => {
  const owner = await served.administratorAt('east.example.com')
  const { publishable_api_key } = (await owner.post('/admin/publishable-api-keys', { title: 'Web' })).body
  const { id } = publishable_api_key
  await directory.directory.record('east', { keys: [id], facts: NO_FACTS })
  const key = { 'x-publishable-api-key': id }
  await expect.poll(async () => (await served.at('api.example.com').get('/store/regions', key)).status).toBe(200)
  const east = await served
    .at('api.example.com')
    .post('/admin/auth', { email: 'nobody@example.com', password: 'x' }, key)
  expect(east.status).toBe(401)
  await directory.directory.record('west', { keys: [id], facts: NO_FACTS })
  expect(await directory.directory.find({ host: '', key: id })).toBe('east')
})

test('a session and a token of one shop are of no use in another', async () => {
  const owner = await served.administratorAt('east.example.com')
  const { access_token } = (
    await owner.post('/admin/auth/token', { email: 'owner@example.com', password: 'correct horse battery' })
  ).body as { access_token: string }
  const stranger = served.at('west.example.com')
  for (const [name, value] of owner.cookies) stranger.cookies.set(name, value)
  expect((await stranger.get('/admin/store')).status).toBe(401)
  const bearer = { authorization: `Bearer ${access_token}` }
  expect((await served.at('east.example.com').get('/admin/store', bearer)).status).toBe(200)
  expect((await served.at('west.example.com').get('/admin/store', bearer)).status).toBe(401)
})

test('the header Host names the host, and only a trusted proxy can name another', async () => {
  await using direct = await serveDirectory(directory, { trustProxy: false })
  expect(await statusWith(direct.url, { host: 'East.example.com:8080' })).toBe(200)
  expect(await statusWith(direct.url, { host: 'proxy.example.com', 'x-forwarded-host': 'east.example.com' })).toBe(404)
  const twoHosts = { host: 'east.example.com', 'x-forwarded-host': 'nowhere.example.com' }
  expect(await statusWith(direct.url, twoHosts)).toBe(200)
  expect(await statusWith(served.url, twoHosts)).toBe(404)
})

/** `fetch` ignores the header `host`. */
async function statusWith(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [answer] = (await once(get(`${url}/store/regions`, { headers }), 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

test('a paused shop answers 503 and a resumed one works again', async () => {
  const shopper = served.at('west.example.com')
  expect((await shopper.get('/store/regions')).status).toBe(200)
  await directory.directory.setStatus('west', 'paused')
  const statusOf = async () => (await shopper.get('/store/regions')).status
  await expect.poll(statusOf, { timeout: 10_000 }).toBe(503)
  const { body } = await shopper.get('/store/regions')
  expect(body).toEqual({ type: 'unavailable', message: 'This shop is paused' })
  await directory.directory.setStatus('west', 'active')
  await expect.poll(statusOf, { timeout: 10_000 }).toBe(200)
})

test('a shop is not resumed while its database is replaced', async () => {
  const { directory: shops } = directory
  await shops.setStatus('west', 'paused')
  let isResumed = false
  const { resuming } = await new Promise<{ resuming: Promise<void> }>((resolve, reject) => {
    const work = shops.whileLocked('west', async ({ status }) => {
      const resuming = shops.setStatus('west', 'active').then(() => {
        isResumed = true
      })
      await executeSql(shops.url, 'select pg_sleep(0.3)')
      expect([status, isResumed, (await shops.get('west')).status]).toEqual(['paused', false, 'paused'])
      resolve({ resuming })
    })
    work.catch(reject)
  })
  await resuming
  expect((await shops.get('west')).status).toBe('active')
})

test('a shop whose creation is not complete can be neither paused nor resumed', async () => {
  const { directory: shops } = directory
  await shops.begin({ id: 'begun', hosts: [], settings: {} })
  for (const status of ['active', 'paused'] as const)
    await expect(shops.setStatus('begun', status)).rejects.toThrow(/not complete/)
  await shops.delete('begun')
})

test('a shop with too many waiting requests answers 503 with the time of a retry', async () => {
  const share = { current: 0, update: () => {} }
  await using busy = await serveDirectory(directory, { admission: new RequestAdmission({ share, maxWaiting: 0 }) })
  expect((await busy.at('east.example.com').get('/store/regions')).status).toBe(200)
  const headers = { 'x-forwarded-host': 'west.example.com' }
  const answer = await fetch(`${busy.url}/store/regions`, { headers })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toEqual({
    type: 'unavailable',
    message: 'The server is busy. Please send the request again',
  })
  const call = await fetch(`${busy.url}/trpc/store.regions.list`, { headers })
  expect(call.status).toBe(503)
  expect(await call.json()).toMatchObject({ error: { json: { data: { httpStatus: 503 } } } })
})

/** Keeps all requests waiting. */
class HeldAdmission extends RequestAdmission {
  readonly held: (() => void)[] = []

  override enter(_id: string, start: () => void): () => void {
    this.held.push(start)
    return () => {}
  }
}

test('a request that waits while its shop is switched to another server does not begin in the earlier database', async () => {
  const admission = new HeldAdmission()
  await using busy = await serveDirectory(directory, { admission })
  const answer = fetch(`${busy.url}/store/regions`, { headers: { 'x-forwarded-host': 'east.example.com' } })
  await expect.poll(() => admission.held.length).toBe(1)
  const { moves } = directory.directory
  await moves.begin('east', 'default')
  await moves.refuse('east', 30_000)
  await expect.poll(() => busy.shops.openIds, { timeout: 10_000 }).toEqual([])
  admission.held[0]?.()
  const { status, headers } = await answer
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  await moves.end('east')
})

test('changed settings reach an open shop', async () => {
  await directory.directory.setSettings('west', (settings) => ({ ...settings, STORE_CORS: 'https://west.example' }))
  const origin = { origin: 'https://west.example' }
  const allowed = async (host: string) => {
    const answer = await fetch(`${served.url}/store/regions`, { headers: { 'x-forwarded-host': host, ...origin } })
    return answer.headers.get('access-control-allow-origin')
  }
  await expect.poll(() => allowed('west.example.com'), { timeout: 10_000 }).toBe('https://west.example')
  expect(await allowed('east.example.com')).toBeNull()
})

test('the directory contains no readable secret', async () => {
  await directory.directory.setSettings('west', (settings) => ({ ...settings, S3_SECRET_ACCESS_KEY: 'visible secret' }))
  const rows = await executeSql(directory.directory.url, 'select * from hosted_shop')
  expect(JSON.stringify(rows)).not.toContain('visible secret')
  expect((await directory.directory.get('west')).settings.S3_SECRET_ACCESS_KEY).toBe('visible secret')
  await directory.directory.setSettings('west', ({ S3_SECRET_ACCESS_KEY: _, ...settings }) => settings)
})

test('a shop whose database is lost answers 503, and the others work', async () => {
  await directory.create('lost')
  const { databaseUrl, database } = await directory.directory.get('lost')
  await executeSql(directory.directory.url, `drop database ${database} with (force)`)
  const { status, text } = await served.at('lost.example.com').get('/store/regions')
  expect(status).toBe(503)
  expect(text).not.toContain(new URL(databaseUrl).username)
  expect((await served.at('east.example.com').get('/store/regions')).status).toBe(200)
})

test('a database that belongs to no shop is not replaced', async () => {
  const name = `${new URL(directory.directory.url).pathname.slice(1)}_staging`
  await executeSql(directory.directory.url, `create database ${name}`)
  await expect(directory.create('staging')).rejects.toThrow(/exists and belongs to no shop/)
  expect(await directory.directory.read('staging')).toBeUndefined()
})

test.each([
  'template-unfinished',
  'East',
  '-east',
  'a'.repeat(41),
  "east'",
  '',
])('%j is no id of a shop', async (id) => {
  await expect(directory.create(id, { hosts: [] })).rejects.toThrow(/id of a shop/)
})

test('a change while a shop is being opened reaches it', async () => {
  await directory.create('slow')
  const opening = served.shops.take('slow')
  await directory.directory.setStatus('slow', 'paused')
  // Depending on the moment, the shop is not opened at all.
  await opening.then(
    ({ release }) => release(),
    () => {},
  )
  await expect.poll(() => served.shops.openIds, { timeout: 10_000 }).not.toContain('slow')
})
