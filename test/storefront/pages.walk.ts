import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const TEXT =
  '# We\n\nA **shop**, [all products](/products)\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n> quote\n\n`code`'
const written = { is_published: true, titles: { en: 'Terms', de: 'AGB' }, texts: { en: TEXT, de: TEXT } }
await expectSuccess(shop.admin.post('/admin/storefront/pages', { ...written, slug: 'terms', purpose: 'terms' }))

const PATHS = [
  ...['/', '/products', '/products?option[Size]=M', '/search?q=linen', '/search?q=nothing-like-this'],
  ...['/products/washed-linen-shirt', '/products/cartwright-gift-card', '/cart', '/orders', '/market', '/nowhere'],
  ...['/pages/terms'],
  ...['/account/login', '/account/register', '/account/forgotten', '/reset-password?token=x&email=y'],
]

const walk = test.skipIf(browserPath === undefined)

walk.each([
  [390, 'light', ''],
  [820, 'dark', '/de'],
  [1440, 'light', '/de'],
] as const)('all pages are accessible at %i px, %s, %s', async (width, colorScheme, language) => {
  const page = await openPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  for (const path of PATHS) {
    await page.goto(shop.url + (path === '/' ? language || '/' : language + path))
    await check(page)
  }
  await page.context().close()
})

walk('a customer orders by keyboard alone, and each step is accessible', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  const reach = async (selector: string) => {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab')
      if (await page.locator(`${selector}:focus`).count()) return
    }
    throw new Error(`The key Tab does not reach ${selector} of ${page.url()}`)
  }
  const press = async (key: string, url: RegExp) => {
    await Promise.all([page.waitForURL(url), page.keyboard.press(key)])
    await check(page)
  }
  await page.goto(`${shop.url}/products/stoneware-mug`)
  await reach('.option-value input')
  await page.keyboard.press('Space')
  await reach('.buy .button')
  await page.keyboard.press('Enter')
  await page.locator('.drawer[open] .line').waitFor()
  await check(page)
  await reach('.summary a.button')
  await press('Enter', /\/checkout$/)
  expect(await page.locator('script[src]').count()).toBe(0)
  await reach('.fields .button')
  await page.keyboard.press('Enter')
  await page.locator('[aria-invalid]').first().waitFor()
  await check(page)
  const values = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Main 1' }
  for (const [name, value] of Object.entries({ ...values, postal_code: '10117', city: 'Berlin' })) {
    await reach(`#${name}`)
    await page.keyboard.type(value)
  }
  await reach('.fields .button')
  await press('Enter', /\/checkout\/delivery$/)
  await reach('.fields .button')
  await press('Enter', /\/checkout\/payment$/)
  await reach('.fields .button')
  await press('Enter', /\/orders\/order_/)
  expect(await page.locator('h1').textContent()).toBe('Thank you, Ada')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.menu').isVisible()).toBe(false)
  await page.context().close()
})

walk('a page from right to left fits the window', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  for (const path of ['/', '/products', '/products/washed-linen-shirt', '/account/register']) {
    await page.goto(shop.url + path)
    await page.evaluate('document.documentElement.setAttribute("dir", "rtl")')
    await check(page)
  }
  await page.context().close()
})

walk('a page is small, does not move while it loads, and shows its picture within a second', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  const sizes = new Map<string, number>()
  page.on('response', async (answer) => {
    const kind = answer.request().resourceType()
    if (['document', 'stylesheet', 'script'].includes(kind))
      sizes.set(kind, (sizes.get(kind) ?? 0) + (answer.ok() ? (await answer.body()).length : 0))
  })
  for (const path of ['/', '/products', '/products/washed-linen-shirt', '/cart']) {
    sizes.clear()
    await page.goto(shop.url + path, { waitUntil: 'networkidle' })
    expect(sizes.get('script') ?? 0).toBeLessThan(15_000)
    expect((sizes.get('document') ?? 0) + (sizes.get('stylesheet') ?? 0), path).toBeLessThan(
      path === '/cart' ? 32_000 : 30_000,
    )
    const { shift, paint } = await page.evaluate<{ shift: number; paint: number }>(MEASURE_LOAD)
    expect(shift, path).toBe(0)
    expect(paint, path).toBeLessThan(1000)
  }
  await page.context().close()
})

/** Runs in the page. */
const MEASURE_LOAD = `(async () => {
  const entriesOf = (type) => new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), 500)
    new PerformanceObserver((list) => {
      clearTimeout(timer)
      resolve(list.getEntries())
    }).observe({ type, buffered: true })
  })
  const shifts = await entriesOf('layout-shift')
  const paints = await entriesOf('largest-contentful-paint')
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), paint: paints.at(-1)?.startTime ?? 0 }
})()`
