import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const walk = test.skipIf(browserPath === undefined)

walk('an administrator opens a draft from the console, and chooses the time of its prices', async () => {
  const { products } = (await shop.get('/store/products?handle=stoneware-mug')).body
  const id = products[0]?.id ?? ''
  await shop.admin.post(`/admin/products/${id}`, { status: 'draft' })
  const page = await openPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${shop.url}/app/products/${id}`)
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.locator('input[type=password]').fill('correct horse')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'View in store' })
  await link.waitFor()
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await opened.waitForURL(/\/preview\/products\/stoneware-mug$/)
  expect(await opened.getByRole('complementary', { name: 'Preview' }).isVisible()).toBe(true)
  await opened.getByLabel('Prices at').fill('2031-03-15T10:00')
  await Promise.all([
    opened.waitForURL(/\?at=2031-03-15T10%3A00$/),
    opened.getByRole('button', { name: 'Show' }).click(),
  ])
  expect(await opened.getByLabel('Prices at').inputValue()).toBe('2031-03-15T10:00')
  for (const width of [390, 820, 1440]) {
    await opened.setViewportSize({ width, height: 900 })
    await check(opened)
  }
  await page.context().close()
})
