import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { openPage } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const walk = test.skipIf(browserPath === undefined)

walk('an administrator adds redirects, sees why one is refused, and deletes one', async () => {
  const page = await openPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${shop.url}/app/products`)
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.locator('input[type=password]').fill('correct horse')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Storefront' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', { name: 'Redirects' }).click()
  await frame.getByLabel('Redirects').fill('/old/mug.html,/products/stoneware-mug\n/gone 410')
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('Saved. (2)').waitFor()
  await frame.getByLabel('Redirects').fill('/cart /products')
  await frame.getByRole('button', { name: 'Save' }).click()
  await frame.getByText('/cart is a page of the shop').waitFor()
  await frame.getByRole('button', { name: 'Delete: /gone' }).click()
  await frame.getByRole('cell', { name: '/gone', exact: true }).waitFor({ state: 'detached' })
  const store = await page.context().newPage()
  await store.goto(`${shop.url}/old/mug.html`)
  expect(new URL(store.url()).pathname).toBe('/products/stoneware-mug')
  expect((await store.goto(`${shop.url}/gone`))?.status()).toBe(404)
  await page.context().close()
})
