import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { reviews } from '../../plugins/reviews/index.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { wishlist } from '../../plugins/wishlist/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage, openPageWithoutScript } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' }), reviews, wishlist], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const walk = test.skipIf(browserPath === undefined)
const PRODUCT = '/products/stoneware-mug'
const PHONE = { viewport: { width: 390, height: 844 } }

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
}

const send = async (page: Page, path: RegExp) => {
  await page.locator('.fields .button-wide').click()
  await page.waitForURL(path)
}

const account = (email: string) => ({ first_name: 'Ada', last_name: 'Byron', email, password: 'correct horse' })

async function order(page: Page): Promise<void> {
  await page.goto(shop.url + PRODUCT)
  await page.locator('.option-value input:enabled').first().check({ force: true })
  await page.locator('.buy .button').click()
  await page.waitForURL(/\/cart/)
  await page.goto(`${shop.url}/checkout`)
  await fill(page, { first_name: 'Ada', last_name: 'Byron', address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' })
  await send(page, /delivery$/)
  await send(page, /payment$/)
  await send(page, /\/orders\/order_/)
}

/** Each page at three widths. */
async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await check(page)
  }
}

walk('a buyer reviews a product without the script, and each state of the form is accessible', async () => {
  const page = await openPageWithoutScript(PHONE)
  await page.goto(`${shop.url}${PRODUCT}/review`)
  expect(page.url()).toContain('/account/login')
  await page.goto(`${shop.url}/account/register?back=${PRODUCT}/review`)
  await fill(page, account('ada@example.com'))
  await send(page, /\/review$/)
  await page.getByText('Only customers who ordered').waitFor()
  await checkWidths(page)
  await order(page)
  await page.goto(`${shop.url}${PRODUCT}/review`)
  await checkWidths(page)
  await fill(page, { author: '' })
  await page.locator('.fields .button-wide').click()
  await page.locator('#rating-error').waitFor()
  expect(await page.locator('[aria-invalid]').count()).toBe(2)
  await checkWidths(page)
  await page.getByRole('radio', { name: '4 stars' }).check()
  await fill(page, { text: `Warm in the hand. ${'Long'.repeat(200)}`, author: 'Ada L.' })
  await page.locator('.fields .button-wide').click()
  await page.getByText('We read your review soon').waitFor()
  await checkWidths(page)
  const { reviews: found } = JSON.parse((await shop.admin.get('/admin/reviews')).text)
  await expectSuccess(shop.admin.post(`/admin/reviews/${found[0].id}`, { status: 'approved' }))
  await page.goto(shop.url + PRODUCT)
  await page.getByRole('img', { name: '4 of 5 stars' }).first().waitFor()
  await checkWidths(page)
  await page.goto(`${shop.url}/de/products`)
  await checkWidths(page)
  await page.context().close()
})

walk('a guest keeps a product by keyboard, logs in, and moves it to the cart', async () => {
  const page = await openPage({ ...PHONE, colorScheme: 'dark', reducedMotion: 'reduce' })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${shop.url}/products`)
  await page.getByRole('button', { name: 'Add Stoneware Mug to the wishlist' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account\/login/)
  await page.goto(`${shop.url}/account/register?back=/products`)
  await fill(page, account('grace@example.com'))
  await send(page, /\/products$/)
  const remove = page.getByRole('button', { name: 'Remove Stoneware Mug from the wishlist' })
  await remove.waitFor()
  const add = page.getByRole('button', { name: 'Add Enamel Kettle to the wishlist' })
  await add.focus()
  await page.keyboard.press('Enter')
  const kettle = page.getByRole('button', { name: 'Remove Enamel Kettle from the wishlist' })
  await kettle.waitFor()
  const focused = await page.evaluate('document.activeElement.getAttribute("aria-label")')
  expect(focused).toBe('Remove Enamel Kettle from the wishlist')
  await checkWidths(page)
  await page.goto(shop.url + PRODUCT)
  await page.getByRole('button', { name: 'Remove from wishlist' }).click()
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await page.getByRole('button', { name: 'Remove from wishlist' }).waitFor()
  await checkWidths(page)
  await page.goto(`${shop.url}/account/wishlist`)
  await checkWidths(page)
  await page.evaluate('document.documentElement.setAttribute("dir", "rtl")')
  await check(page)
  await page.getByLabel('Variant of Stoneware Mug').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Move Stoneware Mug to the cart' }).click()
  await page.waitForURL(/\/cart\?added/)
  await page.goto(`${shop.url}/account/wishlist`)
  await page.getByRole('button', { name: 'Remove Enamel Kettle from the wishlist' }).click()
  await page.getByText('Your wishlist is empty').waitFor()
  await checkWidths(page)
  expect(errors).toEqual([])
  await page.context().close()
})
