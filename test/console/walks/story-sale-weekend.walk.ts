import { expect } from 'vitest'
import { ADA, buy, type Customer, checkOut, fillCart } from '../buy.ts'
import { choose } from '../choose.ts'
import { walk } from '../open-console.ts'
import { openStory, type Story } from '../open-story.ts'
import { setUpShop } from '../set-up-shop.ts'

const GRACE: Customer = { ...ADA, first: 'Grace', last: 'Hopper', email: 'grace.hopper@gmail.com' }

walk('a merchant plans a sale, simulates it, sells, ends it and reads its cost', async () => {
  await using story = await openStory('sale-weekend')
  const { picture } = story
  await setUpShop(story)
  const store = await story.openStore()
  await buy(store, { products: { 'Linen T-shirt': ['Blue', 'M'], 'Straw hat': [] }, customer: ADA })
  await createCollection(story)
  await planSale(story)

  const cart = { products: { 'Linen T-shirt': ['Blue', 'S'], 'Market bag': [] }, code: 'summer20' }
  await buy(store, { ...cart, customer: GRACE })
  // Only the T-shirt is in the collection: 20 % of 39.90.
  await store.getByText('-€7.98').waitFor()
  await store.getByText('€61.32').waitFor()
  await picture('bought-in-the-sale', store)
  const confirmation = await story.readMail(GRACE.email, 'Your order #2')
  for (const line of [
    'Subtotal: €64.40',
    'Discount: -€7.98',
    'Shipping: €4.90',
    'Total: €61.32',
    'Including tax: €9.79',
  ])
    expect(confirmation).toContain(line)

  const other = await story.openStore()
  await fillCart(other, { products: { 'Straw hat': [] }, code: 'SUMMER20' })
  await checkOut(other, { ...GRACE, email: 'GraceHopper+second@googlemail.com' })
  await other.getByRole('button', { name: /^Order and pay/ }).click()
  await other.getByText('You have used this code as often as it allows.').waitFor()
  await picture('refused-second-time', other)

  await endSale(story)
  const late = await story.openStore()
  await fillCart(late, { products: { 'Straw hat': [] }, code: 'SUMMER20' })
  await late.getByText('This code is no longer valid.').waitFor()
  await picture('after-the-sale', late)
  expect(await late.getByText('-€9.80').count()).toBe(0)
  await readCost(story)
})

async function createCollection({ page, picture }: Story): Promise<void> {
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('link', { name: 'New collection' }).first().click()
  await page.getByLabel('Title').fill('Summer')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Summer', level: 1 }).waitFor()
  const products = page.getByRole('combobox', { name: 'Add products' })
  for (const title of ['Linen T-shirt', 'Straw hat']) {
    await products.fill(title)
    await page.getByRole('option', { name: title }).click()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Straw hat' }).waitFor()
  await picture('collection')
}

const SALE = { Code: 'SUMMER20', Value: '20', 'Uses per customer': '1' }

async function planSale({ console, page, picture }: Story): Promise<void> {
  await page.getByRole('link', { name: 'Promotions' }).click()
  await page.getByRole('link', { name: 'New discount' }).first().click()
  for (const [label, value] of Object.entries(SALE))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByLabel('Valid until').fill(inputTime(Date.now() + 2 * 86_400_000))
  await page.getByRole('button', { name: 'Add condition' }).click()
  await choose(console, 'About', /^Collections$/)
  await page.getByRole('combobox', { name: 'Collections' }).fill('Summer')
  await page.getByRole('option', { name: 'Summer' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('SUMMER20 applies to 2 products').waitFor()
  await page.getByRole('button', { name: 'Simulate' }).click()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await simulation.getByText('€93.80').waitFor()
  // 20 % of 88.90 with tax.
  await simulation.getByText('€76.02').waitFor()
  await picture('simulated')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'SUMMER20', level: 1 }).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await picture('live')
}

async function endSale({ page, picture }: Story): Promise<void> {
  await page.getByRole('switch', { name: 'Buyers can use it' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await picture('ended')
}

/** 7.98 with 19 % tax is 6.71 without. */
async function readCost({ page, picture }: Story): Promise<void> {
  await page.getByRole('region', { name: 'Used' }).getByText('1', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  const parts = page.getByRole('region', { name: 'Sales' }).getByRole('table', { name: 'From goods to payments' })
  const sums = { Discounts: '-€6.71', 'Total of the orders': '€155.12', Taxes: '€24.76' }
  for (const [part, amount] of Object.entries(sums))
    await parts.getByRole('row', { name: new RegExp(`^${part} ${amount.replace('.', '\\.')}`) }).waitFor()
  await picture('accounted')
}

/** The format of `<input type="datetime-local">`. */
const inputTime = (time: number): string => new Date(time).toISOString().slice(0, 16)
