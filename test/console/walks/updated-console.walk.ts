import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

/** An upgrade replaces the console: the page names other files, and the earlier ones are absent. */
async function upgrade({ page }: OpenConsole): Promise<void> {
  await page.route('**/app/assets/**', missing)
  await page.route(/\/app\/$/, async (route) => {
    const page = await (await route.fetch()).text()
    return route.fulfill({ contentType: 'text/html', body: page.replace(/index-[^"/]+\.js/, 'index-next.js') })
  })
}

const missing = (route: Route) =>
  route.fulfill({ status: 404, contentType: 'application/json', body: '{"type":"not_found"}' })

async function openCustomer(console: OpenConsole): Promise<void> {
  const { id } = await console.shop.given.customer()
  await console.visit(`/customers/${id}`)
  await console.page.keyboard.press('Shift')
  await console.settle()
}

const openHelp = async (page: Page) => {
  await page.locator('h1').click()
  await page.keyboard.press('Shift+?')
}

walk('a user reloads the console after an upgrade and keeps a typed text', async () => {
  await using console = await openConsole()
  const { page } = console
  console.expectFault('404')
  await openCustomer(console)
  await page.getByLabel('First name').fill('Unsaved')
  await upgrade(console)
  await openHelp(page)
  await page.getByText('The console was updated').waitFor()
  await console.check()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByText('Your unsaved changes were restored').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Unsaved')
  expect(await page.getByText('The console was updated').count()).toBe(0)
  await openHelp(page)
  await page.getByRole('dialog').waitFor()
})

walk('a part that is absent without an upgrade offers to reload the page', async () => {
  await using console = await openConsole({ browser: { locale: 'de-DE' } })
  const { page } = console
  console.expectFault('404')
  await openCustomer(console)
  await page.route('**/app/assets/**', missing)
  await openHelp(page)
  await page.getByText('Ein Teil dieser Seite wurde nicht geladen').waitFor()
  await page.unrouteAll()
  await page.getByRole('dialog').waitFor()
  await page.getByText('Ein Teil dieser Seite wurde nicht geladen').waitFor({ state: 'detached' })
})

walk('a page that an upgrade has removed is loaded again once', async () => {
  await using console = await openConsole()
  const { page } = console
  console.expectFault('404')
  console.expectFault('Failed to fetch dynamically imported module')
  await openCustomer(console)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.route(/\/app\/assets\/price-list-list/, missing)
  await page.getByRole('link', { name: 'Price lists' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Price lists' }).waitFor()
})

walk('the browser asks before a reload after an upgrade loses typed prices', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  console.expectFault('404')
  const variant = await shop.given.variant()
  const { price_list } = await expectSuccess(
    shop.admin.post('/admin/price-lists', {
      name: 'Sale',
      type: 'sale',
      description: 'Winter',
      prices: [{ variant_id: variant.id, amount: 500, currency_code: 'usd' }],
    }),
  )
  await console.visit(`/price-lists/${price_list.id}`)
  const price = page.getByRole('table', { name: 'Prices' }).getByRole('textbox').first()
  await price.fill('4.50')
  await upgrade(console)
  await openHelp(page)
  await page.getByText('The console was updated').waitFor()
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect.poll(() => questions).toEqual(['beforeunload'])
  expect(await price.inputValue()).toBe('4.50')
})
