import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storeCreditPlugin } from '../../plugins/store-credit/index.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' }), storeCreditPlugin], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

test.skipIf(browserPath === undefined)('a customer pays with store credit, and each page is accessible', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
  }
  const send = async (path: RegExp) => {
    await page.locator('.fields .button-wide').click()
    await page.waitForURL(path)
  }
  const name = { first_name: 'Ada', last_name: 'Byron' }
  await page.goto(`${shop.url}/de/account/register`)
  await fill({ ...name, email: 'ada@example.com', password: 'correct horse' })
  await send(/\/account$/)
  const { customers } = await expectSuccess(shop.admin.get('/admin/customers?q=ada@example.com'))
  const credit = { customer_id: customers[0].id, kind: 'store-credit', currency_code: 'eur', amount: 1000, note: 'x' }
  await expectSuccess(shop.admin.post('/admin/balances', credit))
  await page.reload()
  expect(await page.locator('.facts').textContent()).toContain('Guthaben10,00')
  await check(page)
  await page.goto(`${shop.url}/de/account/payment-methods`)
  await check(page)
  await page.goto(`${shop.url}/de/products/stoneware-mug`)
  await page.locator('.option-value input:enabled').first().check({ force: true })
  await page.locator('.buy .button').click()
  await page.locator('.badge').waitFor()
  await page.goto(`${shop.url}/de/checkout`)
  await fill({ ...name, address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' })
  await send(/delivery$/)
  await send(/payment$/)
  await page.getByLabel('Guthaben').check()
  await page.getByRole('button', { name: 'Gewähltes Guthaben verwenden' }).click()
  await page.getByRole('button', { name: /22,28/ }).waitFor()
  await check(page)
  await send(/\/orders\/order_/)
  await page.context().close()
})
