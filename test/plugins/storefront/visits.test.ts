import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetVisitors, storeVisits } from '#entities/statistics/visits/store-visits.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({
  plugins: [storefront({ country: 'de' })],
  demo: true,
  config: { trustProxy: 'loopback' },
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => executeSql(shop.databaseUrl, 'truncate visitor, visit_day'))

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const browser = { accept: 'text/html,*/*;q=0.8', 'user-agent': FIREFOX }

const open = async (headers: Record<string, string> = {}, path = '/', method = 'GET') => {
  const { status } = await fetch(shop.url + path, { method, headers: { ...browser, ...headers } })
  return status
}
async function counted() {
  await shop.visits.flush()
  const [row] = await executeSql(shop.databaseUrl, 'select visitors::int, page_views::int from visit_day')
  return row ?? { visitors: 0, page_views: 0 }
}
const conversion = async (zone = '') => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const path = `/admin/statistics/conversion?from=${day(-1)}&to=${day(1)}${zone && `&time_zone=${zone}`}` as const
  return (await expectSuccess(shop.admin.get(path))).conversion
}

test('a browser counts once a day, however many pages it opens, and the conversion shows the visitors', async () => {
  expect((await conversion()).visits).toBeNull()
  for (const path of ['/', '/products', '/products/stoneware-mug']) expect(await open({}, path)).toBe(200)
  await open({ 'user-agent': SAFARI })
  expect(await counted()).toEqual({ visitors: 2, page_views: 4 })
  await open()
  expect(await counted()).toEqual({ visitors: 2, page_views: 5 })
  expect(await conversion()).toMatchObject({ visits: 2 })
  expect((await conversion('Asia/Kolkata')).visits).toBeNull()
})

test('a trusted proxy reports the addresses, and the IPv6 addresses of one network count once', async () => {
  const from = (address: string) => open({ 'x-forwarded-for': address })
  for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8:1:2::1', '2001:db8:1:2::2']) await from(address)
  await from('198.51.100.9, 203.0.113.1')
  expect(await counted()).toMatchObject({ visitors: 3 })
})

test.each([
  ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a script', { 'user-agent': 'curl/8.5.0' }],
  ['a headless browser', { 'user-agent': FIREFOX.replace('Firefox', 'HeadlessChrome') }],
  ['no user agent', { 'user-agent': '' }],
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['a prefetched page', { 'sec-purpose': 'prefetch;prerender' }],
  ['a part of a page', { 'sec-fetch-dest': 'empty' }],
  ['a program that accepts no page', { accept: 'application/json' }],
  ['a user of the shop', { authorization: `Bearer ${shop.token}` }],
])('%s is no visitor', async (_, headers) => {
  await open(headers)
  expect(await counted()).toMatchObject({ visitors: 0 })
})

test('files, missing pages and requests of the API are no visits', async () => {
  expect(await open({}, '/no-such-page')).toBe(404)
  await open({}, '/robots.txt')
  await open({}, '/store/products')
  await open({}, '/', 'HEAD')
  expect(await counted()).toEqual({ visitors: 0, page_views: 0 })
})

test('only the callers of pages are identified, and a failure of it counts nothing', async () => {
  const identify = vi.fn(() => Promise.reject(new Error('The database is down')))
  const results: unknown[] = []
  const app = express().use(async (req, res) => {
    res.type(req.path === '/picture' ? 'png' : 'html').send('sent')
    const visitor = { caller: { identify }, request: { client: { network: '203.0.113.5' } } }
    results.push(await shop.visits.count(req, res, visitor))
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = (path: string, method: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: browser }).then((answer) => answer.text())
  await send('/picture', 'GET')
  await send('/page', 'POST')
  expect(identify).not.toHaveBeenCalled()
  await send('/page', 'GET')
  expect(identify).toHaveBeenCalledOnce()
  await waitUntil(async () => results.length === 3)
  server.close()
  expect(await counted()).toEqual({ visitors: 0, page_views: 0 })
})

test('forged user agents of one network do not make up visitors', async () => {
  const flood = (round: number) =>
    Array.from({ length: 30 }, (_, i) => ({ network: '203.0.113.7', userAgent: `${FIREFOX} ${round} ${i}` }))
  for (const visit of flood(0)) shop.visits.add(visit)
  expect(await counted()).toMatchObject({ visitors: 20 })
  for (let round = 1; round <= 10; round++) await storeVisits(shop.orm.em.fork(), flood(round), 30)
  expect(await counted()).toMatchObject({ visitors: 200 })
  await storeVisits(shop.orm.em.fork(), [{ network: '203.0.113.8', userAgent: FIREFOX }], 1)
  expect(await counted()).toMatchObject({ visitors: 201 })
})

test('a flood from many networks keeps a limited number of visits in memory', async () => {
  for (let i = 0; i < 6000; i++) shop.visits.add({ network: `10.0.${i >> 8}.${i & 255}`, userAgent: FIREFOX })
  expect(await counted()).toMatchObject({ visitors: 5000, page_views: 5000 })
})

test('two processes that store the same visitor at the same time count it once', async () => {
  const visits = [{ network: '203.0.113.1', userAgent: FIREFOX }]
  await Promise.all(Array.from({ length: 4 }, () => storeVisits(shop.orm.em.fork(), visits, 1)))
  expect(await counted()).toEqual({ visitors: 1, page_views: 4 })
})

test('no table has an address or a user agent, and the end of the day leaves only numbers', async () => {
  await open({ 'x-forwarded-for': '203.0.113.99' })
  await counted()
  const [visitor] = await executeSql(shop.databaseUrl, 'select * from visitor')
  expect(Object.keys(visitor ?? {})).toEqual(['day', 'network', 'hash'])
  expect(JSON.stringify(visitor)).not.toMatch(/203\.0\.113|Mozilla/)
  await executeSql(shop.databaseUrl, 'update visitor set day = day - 1; update visit_day set day = day - 1')
  await forgetVisitors(shop.orm.em.fork())
  expect(await executeSql(shop.databaseUrl, 'select * from visitor')).toEqual([])
  expect(await executeSql(shop.databaseUrl, 'select salt, visitors::int from visit_day')).toEqual([
    { salt: null, visitors: 1 },
  ])
  await open({ 'x-forwarded-for': '203.0.113.99' })
  await shop.visits.flush()
  expect(await conversion()).toMatchObject({ visits: 2 })
})
