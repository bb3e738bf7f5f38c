import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'
import { storefront } from '../../plugins/storefront/index.ts'
import { browserPath } from '../console/browser.ts'
import { check, openPage } from './check-page.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const walk = test.skipIf(browserPath === undefined)

/** The number of whole pages that the browser opens. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

walk('a product is added to the cart without leaving its page, and the cart changes in its drawer', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  await page.goto(`${shop.url}/products/stoneware-mug`)
  const loads = countLoads(page)
  await page.getByRole('radio', { name: 'Sea' }).check()
  await page.locator('.buy .stock', { hasText: 'In stock' }).waitFor()
  expect(new URL(page.url()).search).toMatch(/^\?option/)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.getByText('Stoneware Mug').first().waitFor()
  expect(await page.locator('.drawer-content > [role=status].hidden').textContent()).toContain('Stoneware Mug')
  expect(await page.evaluate('document.activeElement.id')).toBe('drawer-title')
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await check(page)
  }
  await drawer.getByRole('spinbutton').fill('3')
  await drawer.getByRole('button', { name: 'Update' }).click()
  await page.locator('.tools .badge', { hasText: '3' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.locator('.tools .badge', { hasText: '4' }).waitFor({ state: 'attached' })
  await drawer.getByRole('button', { name: 'Remove' }).click()
  await drawer.getByText('Your cart is empty').waitFor()
  expect([loads(), errors]).toEqual([0, []])
  await page.context().close()
})

walk('a refused product shows its error in the page', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${shop.url}/products/stoneware-mug`)
  const loads = countLoads(page)
  await page.evaluate("document.querySelectorAll('[required]').forEach((field) => field.removeAttribute('required'))")
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('alert').filter({ hasText: 'Choose one value of each option' }).waitFor()
  await check(page)
  expect(loads()).toBe(0)
  await page.context().close()
})

walk('the search suggests products by keyboard', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  await page.goto(shop.url)
  const field = page.getByRole('combobox', { name: 'Search the shop' })
  await field.pressSequentially('linen')
  const options = page.getByRole('option')
  await options.first().waitFor()
  await check(page)
  await page.keyboard.press('ArrowDown')
  expect(await field.getAttribute('aria-activedescendant')).toBe('suggestion-0')
  await page.keyboard.press('Escape')
  expect(await options.count()).toBe(0)
  await field.pressSequentially(' s')
  await options.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await Promise.all([page.waitForURL(/\/products\//), page.keyboard.press('Enter')])
  await page.goto(shop.url)
  await page.getByRole('combobox').fill('linen')
  await options.first().click()
  await page.waitForURL(/\/products\//)
  await page.context().close()
})

walk('a list follows its filters without a new page, and the button Back leads to the earlier list', async () => {
  const page = await openPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${shop.url}/products`)
  const loads = countLoads(page)
  const before = await page.locator('.list-products [role=status]').textContent()
  await page.locator('#sort').selectOption('titleAscending')
  await page.waitForURL(/sort=titleAscending/)
  await page.locator('.filters input[type=checkbox]').first().check()
  await page
    .locator('.list-products [role=status]')
    .filter({ hasNotText: before ?? '' })
    .waitFor()
  expect(await page.evaluate('document.activeElement.type')).toBe('checkbox')
  await check(page)
  expect(loads()).toBe(0)
  await page.goBack()
  await page
    .locator('.list-products [role=status]')
    .filter({ hasText: before ?? '' })
    .waitFor()
  await page.context().close()
})

walk('everything works without the script', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await page.goto(`${shop.url}/products/stoneware-mug`)
  await page.getByRole('radio', { name: 'Sea' }).check()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL(/\/cart\?added/)
  await page.getByRole('searchbox').fill('linnen')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'linen', exact: true }).click()
  expect(new URL(page.url()).search).toBe('?q=linen')
  await page.context().close()
})
