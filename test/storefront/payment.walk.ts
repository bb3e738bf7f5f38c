import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openFakeStripe } from '#test/support/fake-stripe.ts'
import { openTestShop } from '#test/support/shop.ts'
import { english, german, storefront, testPayment } from '../../plugins/storefront/index.ts'
import { stripe } from '../../plugins/stripe/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const fake = await openFakeStripe()
afterAll(() => fake[Symbol.asyncDispose]())
const rightToLeft = { ...english, code: 'he', direction: 'rtl' } as const
const shop = await openTestShop({
  plugins: [storefront({ country: 'de', languages: [english, german, rightToLeft] }), testPayment, stripe],
  demo: true,
  env: fake.env,
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())

const ids = ['test', 'stripe']
await shop.orm.em.fork().upsertMany(
  PaymentProvider,
  ids.map((id) => ({ id })),
  { onConflictAction: 'ignore' },
)
for (const { id } of (await shop.get('/store/regions')).body.regions)
  await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { payment_providers: [...ids, 'manual'] }))

const walk = test.skipIf(browserPath === undefined)

/** Clicks, and checks the next page of the shop. axe needs scripts. */
async function press(page: Page, selector: string, url: RegExp) {
  await Promise.all([page.waitForURL(url), page.locator(selector).click()])
  if (page.url().startsWith(shop.url) && (await page.evaluate('navigator.userAgent')) !== WITHOUT_SCRIPTS)
    await check(page)
}

const WITHOUT_SCRIPTS = 'without scripts'

const openShop = (isScripted: boolean): Promise<Page> =>
  openPage({
    viewport: { width: 390, height: 844 },
    ...(!isScripted && { javaScriptEnabled: false, userAgent: WITHOUT_SCRIPTS }),
  })

async function toPayment(page: Page, prefix: string): Promise<void> {
  await page.goto(`${shop.url}${prefix}/products/stoneware-mug`)
  await page.locator('.option-value input').first().check()
  await page.locator('form.buy .button').click()
  const drawer = page.locator('.drawer[open] .summary a.button')
  await Promise.race([drawer.waitFor(), page.waitForURL(/\/cart\?added/)])
  await page.goto(`${shop.url}${prefix}/checkout`)
  const values = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' }
  for (const [name, value] of Object.entries({ ...values, postal_code: '10117', city: 'Berlin' }))
    await page.locator(`#${name}`).fill(value)
  await press(page, '.fields .button', /\/checkout\/delivery$/)
  await press(page, '.fields .button', /\/checkout\/payment$/)
}

const order = (page: Page, provider: string, url: RegExp) =>
  page
    .locator(`input[value="${provider}"]`)
    .check()
    .then(() => press(page, '.fields:last-of-type .button-wide', url))

const ORDER = /\/orders\/order_\w+\?thanks$/

/** A browser without scripts finishes the order with a click. */
async function comeBack(
  page: Page,
  selector: string,
  { isScripted, url = ORDER }: { isScripted: boolean; url?: RegExp },
) {
  if (isScripted) return press(page, selector, url)
  await press(page, selector, /\/checkout\/return$/)
  await press(page, 'form[action$="/checkout/return"] .button', url)
}

walk.each([
  ['', true],
  ['', false],
  ['/de', true],
  ['/he', false],
] as const)(
  'a customer pays, is refused and confirms with 3-D Secure in "%s", with scripts: %s',
  async (prefix, isScripted) => {
    const page = await openShop(isScripted)
    await toPayment(page, prefix)
    await order(page, 'test', /\/dev\/pay\/cart_/)
    await comeBack(page, 'button[value="refused"]', { isScripted, url: /\/checkout\/return$/ })
    await page.locator('p.error').waitFor()
    await order(page, 'test', /\/dev\/pay\/cart_/)
    await press(page, 'button[value="secure"]', /\/dev\/pay\/cart_/)
    await comeBack(page, 'button[value="paid"]', { isScripted })
    await page.context().close()
  },
)

walk.each([true, false])('a customer pays on the page of Stripe, with scripts in the shop: %s', async (isScripted) => {
  const page = await openShop(isScripted)
  await page.route('https://checkout.stripe.com/**', (route) => {
    const session = [...fake.account.pages.values()].find(({ url }) => url === route.request().url())
    const body = `<!doctype html><title>Stripe</title><a id="paid" href="${session?.success_url}">Pay</a><a id="back" href="${session?.cancel_url}">Back</a>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  await toPayment(page, '/de')
  await order(page, 'stripe', /^https:\/\/checkout\.stripe\.com/)
  await press(page, '#back', /\/de\/checkout\/payment$/)
  await order(page, 'stripe', /^https:\/\/checkout\.stripe\.com/)
  await page.goBack()
  expect(page.url()).toMatch(/\/de\/checkout\/payment$/)
  await order(page, 'stripe', /^https:\/\/checkout\.stripe\.com/)
  fake.account.payOnPage(page.url())
  await comeBack(page, '#paid', { isScripted })
  expect(await page.locator('h1').textContent()).toBe('Danke, Ada')
  if (isScripted) {
    await page.goBack()
    expect(page.url()).not.toContain('/checkout/return')
  }
  await page.context().close()
})
