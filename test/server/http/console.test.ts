import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
import { openTestShop } from '#test/support/shop.ts'

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
      .use(consoleRoutes(appRouter, imageSources(), folder.path))
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
