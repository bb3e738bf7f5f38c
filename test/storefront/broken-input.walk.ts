import { afterAll, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { storefront, testPayment } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage, openPageWithoutScript } from './check-page.ts'

const shop = await openTestShop({
  ...{ plugins: [storefront({ country: 'de' }), testPayment], demo: true },
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())

const { regions } = (await shop.get('/store/regions')).body
await shop.orm.em.fork().upsertMany(PaymentProvider, [{ id: 'test' }], { onConflictAction: 'ignore' })
for (const { id } of regions)
  await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { payment_providers: ['test', 'manual'] }))

const walk = test.skipIf(browserPath === undefined)

interface BrokenForm {
  path: string
  values: Record<string, string>
  message: string
}

const FORMS: readonly BrokenForm[] = [
  { path: '/account/login', values: { email: 'none@example.com', password: 'wrong' }, message: 'is wrong' },
  {
    path: '/account/register',
    values: { first_name: '', email: 'no address', password: 'short' },
    message: 'needs at least 8 characters',
  },
  { path: '/account/forgotten', values: { email: 'no address' }, message: 'This is no e-mail address' },
  { path: '/reset-password?token=old&email=ada@example.com', values: { password: 'short' }, message: 'at least 8' },
  {
    path: '/reset-password?token=old&email=ada@example.com',
    values: { password: 'a long password' },
    message: 'This link is too old',
  },
  { path: '/orders', values: { number: '99999', email: 'ada@example.com' }, message: 'No order has this number' },
]

/** The browser would stop broken input before the shop sees it. */
const SEND_ANYTHING = `document.querySelectorAll('input').forEach((field) => {
  if (field.form) field.form.noValidate = true
  if (field.type === 'number' || field.type === 'email') field.type = 'text'
})`

walk.each([
  ['with the script', openPage, 'light', 390],
  ['without the script', openPageWithoutScript, 'dark', 1440],
] as const)('broken input is explained, and the page is accessible, %s', async (_, open, colorScheme, width) => {
  const page = await open({ viewport: { width, height: 900 }, colorScheme })
  for (const { path, values, message } of FORMS) {
    await page.goto(shop.url + path)
    await page.evaluate(SEND_ANYTHING)
    for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
    await page.locator('.fields .button').first().click()
    await page.locator('.error', { hasText: message }).first().waitFor()
    await check(page)
  }
  await page.context().close()
})

walk(
  'a wrong code, a wrong quantity and a refused payment are explained, and the order is placed after all',
  async () => {
    const page = await openPage({ viewport: { width: 390, height: 844 } })
    await page.goto(`${shop.url}/products/stoneware-mug`)
    await page.locator('.option-value input:enabled').first().check({ force: true })
    await page.locator('.buy .button').click()
    await page.locator('.drawer[open] .line').waitFor()
    await page.goto(`${shop.url}/cart`)
    await page.locator('#code').fill('NO-SUCH-CODE')
    await page.locator('.code-form .button').click()
    await page.getByText('We do not know this code').waitFor()
    await check(page)
    await page.evaluate(SEND_ANYTHING)
    await page.locator('.line .quantity').fill('-3')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Choose a quantity from 0 to 99').waitFor()
    await check(page)
    await page.goto(`${shop.url}/checkout`)
    await page.locator('.fields .button-wide').waitFor()
    await page.evaluate(SEND_ANYTHING)
    await page.locator('.fields .button-wide').click()
    await page.locator('[aria-invalid]').first().waitFor()
    await check(page)
    const address = { first_name: 'Ada', last_name: 'Byron', address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' }
    for (const [name, value] of Object.entries({ email: 'ada@example.com', ...address }))
      await page.locator(`#${name}`).fill(value)
    await page.locator('.fields .button-wide').click()
    await page.waitForURL(/delivery$/)
    await page.locator('.fields .button-wide').click()
    await page.waitForURL(/payment$/)
    const pay = async (outcome: string) => {
      await page.locator('input[value=test]').check()
      await page.locator('.fields .button-wide').click()
      await page.getByRole('button', { name: outcome, exact: true }).click()
    }
    await pay('Refuse')
    await page.getByText('The payment was not accepted').waitFor()
    await check(page)
    await pay('Pay')
    await page.waitForURL(/\/orders\/order_/)
    await check(page)
    await page.context().close()
  },
)
