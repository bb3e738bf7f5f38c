import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compressFile } from '#server/base/compress-file.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop } from '#test/support/shop.ts'

async function writeDashboard(folder: string): Promise<void> {
  mkdirSync(join(folder, 'public/locales/en'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<script src="/medusa-admin/main.1a2b3c4d.js"></script>')
  writeFileSync(join(folder, 'main.1a2b3c4d.js'), `document.title = ${'"Dashboard"'.repeat(100)}`)
  writeFileSync(join(folder, 'public/locales/en/translation.json'), '{"orders":"Orders"}')
  await compressFile(join(folder, 'main.1a2b3c4d.js'))
}

/** A shop whose data directory contains a built dashboard. */
async function openShopWithDashboard() {
  const data = scratchDirectory()
  await writeDashboard(join(data.path, 'medusa-admin'))
  const shop = await openTestShop({ config: { dataDirectory: data.path } })
  return {
    read: (path: string) => fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } }),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      data[Symbol.dispose]()
    },
  }
}

test.each([
  '/medusa-admin',
  '/medusa-admin/',
  '/medusa-admin/login',
  '/medusa-admin/a/orders/order_1',
])('the page of the dashboard is served at %s with its own policy', async (path) => {
  await using shop = await openShopWithDashboard()
  const page = await shop.read(path)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(await page.text()).toContain('/medusa-admin/main.1a2b3c4d.js')
})

test('scripts of the dashboard are compressed and cached for a year, and its words for an hour', async () => {
  await using shop = await openShopWithDashboard()
  const script = await shop.read('/medusa-admin/main.1a2b3c4d.js')
  expect(script.status).toBe(200)
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await script.text()).toContain('Dashboard')
  const words = await shop.read('/medusa-admin/public/locales/en/translation.json')
  expect(words.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await words.json()).toEqual({ orders: 'Orders' })
})

test.each([
  '/medusa-admin/unknown.js',
  '/medusa-admin/..%2Fsession-secret.txt',
  '/medusa-admin/.%2e/session-secret.txt',
])('a file outside of the dashboard is not found: %s', async (path) => {
  await using shop = await openShopWithDashboard()
  expect((await shop.read(path)).status).toBe(404)
})

test('a dashboard that is built while the server runs is compressed', async () => {
  using data = scratchDirectory()
  await using shop = await openTestShop({ config: { dataDirectory: data.path } })
  const script = `${shop.url}/medusa-admin/main.1a2b3c4d.js`
  expect((await fetch(script)).status).toBe(404)
  await writeDashboard(join(data.path, 'new'))
  renameSync(join(data.path, 'new'), join(data.path, 'medusa-admin'))
  const answer = await fetch(script, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(await answer.text()).toContain('Dashboard')
})

test('a shop without the dashboard names the command that builds it', async () => {
  using data = scratchDirectory()
  await using shop = await openTestShop({ config: { dataDirectory: data.path } })
  const page = await fetch(`${shop.url}/medusa-admin/a/orders`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('shop -- admin build')
})
