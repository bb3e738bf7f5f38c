import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AnyRouter } from '@trpc/server'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '#routers/index.ts'
import { consoleRoutes } from '#server/http/console.ts'
import { imageSources } from '#server/http/image-sources.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ROUTE_FILES: Record<string, string[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../console/dist/route-files.json'), 'utf8'),
)

test('the page of the console allows no inline scripts and no inline styles without the nonce of the response', async () => {
  await using shop = await openTestShop()
  const [first, second] = await Promise.all([fetch(`${shop.url}/app/`), fetch(`${shop.url}/app/`)])
  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toBe(second.headers.get('content-security-policy'))
  const nonce = /nonce-([^']+)/.exec(policy)?.[1]
  expect(await first.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}">`)
  expect(first.headers.get('cache-control')).toBe('no-store')
})

test('the page of the console contains the time of the shop', async () => {
  await using shop = await openTestShop()
  const before = Date.now()
  const page = await (await fetch(`${shop.url}/app/`)).text()
  const time = Number(/name="shop-time" content="(\d+)"/.exec(page)?.[1])
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test.each([
  ['/app', '/app/'],
  ['/app/', '/app/'],
  ['/app/customers', '/app/'],
  ['/app/customers/', '/app/'],
  ['/app/customers/cus_1', '/app/'],
  ['/app/settings/regions/reg_1?q=a', '/app/'],
])('the page at %s names the address of the console', async (path, address) => {
  await using shop = await openTestShop()
  const answer = await fetch(shop.url + path)
  const base = /<base href="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  for (const prefix of ['', '/shops/one'])
    expect(new URL(base, `http://proxy.example${prefix}${path}`).pathname).toBe(prefix + address)
})

async function signedIn(shop: TestShop): Promise<(path: string) => Promise<string>> {
  const login = await fetch(`${shop.url}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: 'correct horse' }),
  })
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0])
  return async (path) => (await fetch(shop.url + path, { headers: { cookie: cookie.join('; ') } })).text()
}

const answersIn = (page: string): Record<string, { json: unknown }> =>
  JSON.parse(/<script type="application\/json" id="answers">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')

test('the page contains the answers that the console needs first, and only for a signed-in user', async () => {
  await using shop = await openTestShop()
  const read = await signedIn(shop)
  const answers = answersIn(await read('/app/orders'))
  expect(answers['admin.auth.current']?.json).toMatchObject({ user: { email: 'admin@example.com' } })
  expect(Object.keys(answers).sort()).toEqual([
    'admin.auth.current',
    'admin.auth.permissions',
    'admin.plugins.list',
    'admin.store.get',
  ])
  expect(await (await fetch(`${shop.url}/app/orders`)).text()).not.toContain('id="answers"')
})

test('a name in the page cannot end its script', async () => {
  await using shop = await openTestShop()
  const name = '</script><script>alert(1)</script><!--'
  await shop.admin.post('/admin/store', { name })
  const page = await (await signedIn(shop))('/app/')
  expect(page).not.toContain('<script>alert')
  expect(answersIn(page)['admin.store.get']?.json).toMatchObject({ store: { name } })
})

test.each([
  ['/app/orders', '/orders'],
  ['/app/products/new', '/products/new'],
  ['/app/products/prod_1', '/products/$id'],
  ['/app/products/prod_1/variants/variant_1?q=a', '/products/$id/variants/$variantId'],
])('the page at %s names the files of its screen', async (path, route) => {
  await using shop = await openTestShop()
  const page = await (await fetch(shop.url + path)).text()
  const named = [...page.matchAll(/href="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  const files: string[] = ROUTE_FILES[route]!.filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(0)
  expect(named).toEqual(expect.arrayContaining(files))
})

test('assets are compressed and cached, and an unknown asset is not found', async () => {
  await using shop = await openTestShop()
  const page = await (await fetch(`${shop.url}/app/`)).text()
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1]
  const answer = await fetch(`${shop.url}/app/${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await fetch(`${shop.url}/app/assets/unknown.js`)).status).toBe(404)
})

describe('a console that is built again while the server runs', () => {
  /** Serves a folder with the asset `old.js`. */
  async function serveBuild() {
    const folder = scratchDirectory()
    const assets = join(folder.path, 'assets')
    mkdirSync(assets)
    for (const name of ['old.js', 'old.js.br']) writeFileSync(join(assets, name), 'export {}')
    const server = express()
      .use(consoleRoutes({ router: appRouter, images: imageSources(), folder: folder.path }))
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      assets,
      read: () => fetch(`http://127.0.0.1:${port}/app/assets/old.js`, { headers: { 'accept-encoding': 'br' } }),
      [Symbol.dispose]() {
        server.close()
        folder[Symbol.dispose]()
      },
    }
  }

  test('an asset that the build has removed is not found', async () => {
    using build = await serveBuild()
    expect((await build.read()).status).toBe(200)
    rmSync(join(build.assets, 'old.js.br'))
    const answer = await build.read()
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([404, null])
    rmSync(build.assets, { recursive: true })
    expect((await build.read()).status).toBe(404)
  })

  test('an asset is served while the build replaces other files', async () => {
    using build = await serveBuild()
    // A link without a target cannot be listed, like a file that disappears.
    symlinkSync(join(build.assets, 'nowhere.js'), join(build.assets, '../icon.svg'))
    expect((await build.read()).status).toBe(200)
    rmSync(join(build.assets, '../icon.svg'))
    expect((await build.read()).status).toBe(200)
  })
})

const router: AnyRouter = appRouter
const procedures = router._def.procedures as Record<string, { _def: { type: string } }>

const mutations = Object.entries(procedures)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([name]) => name)

test('the browser can read the input of every mutation', async () => {
  await using shop = await openTestShop()
  expect(mutations.length).toBeGreaterThan(150)
  for (const name of mutations) {
    const answer = await fetch(`${shop.url}/app/inputs/${name}.json`)
    expect.soft(answer.status, name).toBe(200)
    const document = (await answer.json()) as z.core.JSONSchema.JSONSchema
    expect.soft(() => z.fromJSONSchema(document), name).not.toThrow()
  }
  expect((await fetch(`${shop.url}/app/inputs/admin.unknown.json`)).status).toBe(404)
})

test.each(['ada@example.com', 'żółw@żółw.example'])('the input of a customer accepts the address %s', async (email) => {
  await using shop = await openTestShop()
  const document = await (await fetch(`${shop.url}/app/inputs/admin.customers.create.json`)).json()
  const schema = z.fromJSONSchema(document as z.core.JSONSchema.JSONSchema)
  const customer = { email, first_name: 'Ada', last_name: 'Lovelace', password: 'secret' }
  expect(schema.safeParse(customer).success).toBe(true)
  expect(schema.safeParse({ ...customer, email: 'nobody' }).success).toBe(false)
  expect(schema.safeParse({ ...customer, emial: 'x' }).success).toBe(false)
})
