import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Story } from './open-story.ts'
import { dropFiles } from './walks/drop-files.ts'

const PRODUCTS = join(import.meta.dirname, 'walks/woocommerce-products.csv')

/** Follows the guide of an empty shop until it has the products of the old shop. */
export async function setUpShop(story: Story): Promise<void> {
  await story.console.visit('/')
  await story.picture('empty-shop')
  await nameSeller(story)
  await openCountries(story)
  await importProducts(story)
}

const goHome = async ({ page }: Story) => {
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
}

async function nameSeller(story: Story): Promise<void> {
  const { page, picture } = story
  await page.getByRole('link', { name: /^Enter .*name.*address/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Casa Lino')
  await page.getByRole('combobox', { name: 'Currencies' }).click()
  await page.keyboard.type('eur')
  await page.getByRole('option', { name: /EUR/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Default currency' }).click()
  await page.getByRole('option', { name: /EUR/ }).click()
  const seller = {
    'Name of the company or person': 'Casa Lino GmbH',
    'VAT number': 'DE123456789',
    'Street and number': 'Lindenweg 4',
    'Postal code': '10115',
    City: 'Berlin',
    'E-mail': 'shop@casalino.example',
  }
  for (const [label, value] of Object.entries(seller)) await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.keyboard.type('germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await picture('seller')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await goHome(story)
}

async function openCountries(story: Story): Promise<void> {
  const { page, picture } = story
  await page.getByRole('link', { name: 'Choose the countries' }).click()
  const countries = page.getByRole('combobox', { name: 'Countries' })
  for (const country of ['Germany', 'Austria']) {
    await countries.fill(country)
    await page.getByRole('option', { name: country }).click()
  }
  await page.keyboard.press('Escape')
  await page.getByLabel('Shipping costs').fill('4.90')
  await picture('countries')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: /Germany.*19/ }).waitFor()
  await goHome(story)
  await page.getByText('6 of 9').waitFor()
  await picture('ready-for-products')
}

async function importProducts(story: Story): Promise<void> {
  const { page, picture } = story
  await page.getByRole('link', { name: 'Import from your old shop or a file' }).click()
  const content = await readFile(PRODUCTS, 'utf8')
  const drop = page.getByLabel('Drop a CSV or Excel file here, or click to choose one')
  await dropFiles(drop, [{ name: 'wc-product-export.csv', type: 'text/csv', content }])
  await page.getByText('A file of WooCommerce').waitFor()
  await page.getByText('The shop stores prices in EUR with tax.').waitFor()
  await picture('import-check')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('15 changes imported.').waitFor()
  await picture('imported')
  await goHome(story)
  await page.getByText('7 of 9').waitFor()
}
