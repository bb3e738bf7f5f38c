import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Browsers let only the origins in the CORS headers read a response. */

const OFFICE = 'https://office.example'
const STORE = 'https://store.example'
const STRANGE = 'https://strange.example'

let shop: TestShop
let user: CookieClient
beforeAll(async () => {
  shop = await openTestShop({ config: { adminCors: [OFFICE], storeCors: [STORE] } })
  user = new CookieClient(shop.url)
  await user.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The origins that may read the response and its preflight. */
async function readersOf(path: string, method = 'GET'): Promise<{ answer: string[]; preflight: string[] }> {
  const readers = { answer: [] as string[], preflight: [] as string[] }
  for (const origin of [STORE, OFFICE, STRANGE]) {
    const { headers } = await user.send(method, path, method === 'POST' ? {} : undefined, { origin })
    const preflightHeaders = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    }
    const preflight = await user.send('OPTIONS', path, undefined, preflightHeaders)
    if (headers.get('access-control-allow-origin')) readers.answer.push(origin)
    if (preflight.headers.get('access-control-allow-origin')) readers.preflight.push(origin)
  }
  return readers
}

const bothOrigins = { answer: [STORE, OFFICE], preflight: [STORE, OFFICE] }
const officeOnly = { answer: [OFFICE], preflight: [OFFICE] }

test.each([
  '/trpc/store.regions.list',
  '/trpc/store.regions.list,store.products.list?batch=1',
  '/trpc/store.regions.list%2Cstore.products.list?batch=1',
  '/TRPC/store.regions.list',
])('the origins of store and administration can read %s', async (path) => {
  expect(await readersOf(path)).toEqual(bothOrigins)
})

test.each([
  '/trpc/admin.orders.list',
  '/trpc/admin.orders.list?input=%7B%7D',
  '/trpc/admin.orders.list,admin.users.list?batch=1',
  '/trpc/store.regions.list,admin.orders.list?batch=1',
  '/trpc/admin.orders.list,store.regions.list?batch=1',
  '/trpc/store.regions.list%2Cadmin.orders.list?batch=1',
  '/trpc/store.regions.list%252Cadmin.orders.list?batch=1',
  '/trpc/admin%2Eorders%2Elist',
  '/trpc/%61dmin.orders.list',
  '/trpc/store%2Eregions.list,%61dmin.orders.list?batch=1',
  '/trpc/store.regions.list/admin.orders.list',
  '/trpc/store.regions.list%2Fadmin.orders.list',
  '/trpc//admin.orders.list',
  '/trpc//store.regions.list,admin.orders.list?batch=1',
  '/TRPC/admin.orders.list',
  '/trpc/Admin.orders.list',
  '/trpc/store.regions.list,?batch=1',
  '/trpc/store.regions.list;admin.orders.list',
  '/trpc/%',
  '/trpc/',
])('only the origin of the administration can read %s', async (path) => {
  expect(await readersOf(path)).toEqual(officeOnly)
})

test('only the origin of the administration can read an admin mutation', async () => {
  expect(await readersOf('/trpc/admin.auth.token', 'POST')).toEqual(officeOnly)
  expect(await readersOf('/trpc/store.carts.create', 'POST')).toEqual(bothOrigins)
})

test('over REST, store and administration have separate origins', async () => {
  expect(await readersOf('/admin/orders')).toEqual(officeOnly)
  expect(await readersOf('/store/regions')).toEqual({ answer: [STORE], preflight: [STORE] })
})

test('the store origin can read public files, and only the admin origin can read signed links', async () => {
  const content = async function* () {
    yield 'text'
  }
  const [open, hidden] = [newFileKey('public', 'a.txt'), newFileKey('protected', 'a.txt')]
  for (const key of [open, hidden]) await shop.files.write(key, content())
  const { download_url } = await expectSuccess(shop.admin.post('/admin/uploads/download-url', { file_key: hidden }))
  const link = new URL(download_url)
  expect((await user.get(`/uploads/${open}`)).status).toBe(200)
  expect(await readersOf(`/uploads/${open}`)).toEqual(bothOrigins)
  expect((await user.get(link.pathname + link.search)).status).toBe(200)
  expect(await readersOf(link.pathname + link.search)).toEqual(officeOnly)
  expect(await readersOf(`/uploads//${open}`)).toEqual(officeOnly)
})

test('no foreign origin can read the documentation or the server state', async () => {
  const noOrigins = { answer: [], preflight: [] }
  for (const path of ['/docs', '/openapi.json', '/health', '/ready', '/nothing'])
    expect(await readersOf(path), path).toEqual(noOrigins)
})
