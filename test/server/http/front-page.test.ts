import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('the links of the front page work', async () => {
  await using shop = await openTestShop()
  const page = await fetch(shop.url, { headers: html })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const paths = Array.from((await page.text()).matchAll(/href="([^"]+)"/g), ([, path]) => path as string)
  expect(paths).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/store/products', '/health']))
  for (const path of paths) expect((await fetch(new URL(path, shop.url))).status, path).toBe(200)
})

test('the front page has no scripts and loads nothing', async () => {
  await using shop = await openTestShop()
  const page = await fetch(shop.url, { headers: html })
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  expect(await page.text()).not.toMatch(/<script|<link|<img|\bon\w+=|url\(|@import/)
})

test('a client that accepts JSON gets the links as JSON', async () => {
  await using shop = await openTestShop()
  const answer = await fetch(shop.url, { headers: { accept: 'application/json' } })
  expect(answer.headers.get('vary')).toMatch('Accept')
  const { name, links } = (await answer.json()) as { name: string; links: Record<string, string> }
  expect(name).toBe('Cartwright')
  const page = await (await fetch(shop.url, { headers: html })).text()
  for (const path of Object.values(links)) expect(page).toContain(`href="${path}"`)
})

test('the front page shows the host of the request if it is a valid host', async () => {
  await using shop = await openTestShop()
  const { port } = new URL(shop.url)
  const pageFor = async (host: string) => {
    const [answer] = await once(get({ port, headers: { ...html, host } }), 'response')
    return text(answer)
  }
  expect(await pageFor('shop.example.com:8080')).toContain('http://shop.example.com:8080/store/products')
  expect(await pageFor('"><script>alert(1)</script>')).not.toContain('alert')
})

test('an unknown path is not found', async () => {
  await using shop = await openTestShop()
  expect((await fetch(`${shop.url}/nothing`)).status).toBe(404)
})

test('the links of /llms.txt work', async () => {
  await using shop = await openTestShop()
  const answer = await fetch(new URL('/llms.txt', shop.url))
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const paths = Array.from((await answer.text()).matchAll(/\]\(([^)]+)\)/g), ([, path]) => path as string)
  expect(paths).toContain('/openapi.json')
  for (const path of paths) expect((await fetch(new URL(path, shop.url))).status, path).toBe(200)
})
