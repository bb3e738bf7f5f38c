import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { dropFiles } from './drop-files.ts'

/* The story of docs/start/first-sale.md. With CONSOLE_SCREENSHOTS=docs/images/console it writes the pictures of the page. */

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">
<rect width="120" height="120" fill="#e8eef3"/><circle cx="60" cy="66" r="34" fill="#c8553d"/>
<rect x="42" y="20" width="36" height="22" rx="4" fill="#8a3b2a"/><rect x="50" y="56" width="20" height="22" rx="3" fill="#ffd27f"/></svg>`

const AMOUNT = /€(\d+\.\d\d)/

walk('a new shop sells its first product, ships it and refunds the half', async () => {
  await using console = await openConsole({ demo: true, isSignedIn: false })
  const { page, shop } = console
  const dialog = page.getByRole('dialog')
  console.expectFault('401')
  await console.visit('/')
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password').first().fill('correct horse')
  await photograph(console, 'sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Storm lantern')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('A red lantern for windy nights.')
  await choose(console, 'Status', 'Published')
  await page.getByLabel('Price in EUR').fill('48')
  await page.getByRole('textbox', { name: 'Stock' }).fill('5')
  await photograph(console, 'new-product')
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Storm lantern', level: 1 }).waitFor()
  const drop = page.getByLabel('Drop images here, or click to choose them')
  await dropFiles(drop, [{ name: 'lantern.svg', type: 'image/svg+xml', content: PICTURE }])
  await page.getByRole('img', { name: 'Image 1' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await photograph(console, 'product')
  const { products } = (await shop.get('/store/products?q=Storm lantern')).body
  expect(products.map(({ title }) => title)).toEqual(['Storm lantern'])

  await page.getByRole('link', { name: 'Draft orders' }).click()
  await page.getByRole('link', { name: 'New draft order' }).click()
  await page.getByRole('combobox', { name: 'E-mail' }).fill('ada@example.com')
  await choose(console, 'Region', /Europe/)
  await page.getByRole('combobox', { name: 'Add item' }).fill('lantern')
  await page
    .getByRole('option', { name: /Storm lantern/ })
    .first()
    .click()
  await page.getByLabel(/^Quantity of/).fill('2')
  await choose(console, 'Shipping option', /Standard/)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Street and number').fill('Hauptstraße 1')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('City').fill('Berlin')
  await choose(console, 'Country', 'Germany')
  await photograph(console, 'new-draft')
  await console.check()
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await page.getByRole('heading', { name: /^Draft #/ }).waitFor()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await dialog.getByText('A new order').waitFor()
  await photograph(console, 'pay-draft')
  await confirm(console, 'Mark as paid')
  await page.getByRole('heading', { name: /^Order #/ }).waitFor()

  await page.getByRole('button', { name: 'Fulfill' }).click()
  await dialog.getByText(/^Packed of .*: 0 → 2$/).waitFor()
  await photograph(console, 'fulfill')
  await confirm(console, 'Fulfill')
  await page.getByRole('button', { name: 'Ship: Fulfillment 1' }).click()
  await dialog.getByLabel('Tracking numbers').first().fill('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  await confirm(console, 'Ship')
  await page.getByText('Tracking: 1Z999AA10123456784').waitFor()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const [, due = ''] = AMOUNT.exec((await dialog.textContent()) ?? '') ?? []
  const half = (Number(due) / 2).toFixed(2)
  await dialog.getByLabel('Amount').fill(half)
  await dialog.getByText(`A refund of €${half}`).waitFor()
  await photograph(console, 'refund')
  await console.check()
  await confirm(console, 'Refund')
  await page.getByText('Partly refunded').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await photograph(console, 'sold')
  await console.check()

  const { orders } = (await shop.admin.get('/admin/orders?q=ada')).body
  expect(orders[0]).toMatchObject({
    fulfillment_status: 'shipped',
    payment_status: 'partially_refunded',
    refunded_total: Math.round(Number(half) * 100),
  })
})

async function photograph({ page }: OpenConsole, name: string): Promise<void> {
  const folder = process.env.CONSOLE_SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const path = join(folder, `first-sale-${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 60, animations: 'disabled' })
}

async function confirm({ page }: OpenConsole, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function choose({ page }: OpenConsole, label: string, name: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name }).first().click()
}
