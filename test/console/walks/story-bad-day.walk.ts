import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { buy, type Customer } from '../buy.ts'
import { choose, chooseAction, confirm } from '../choose.ts'
import { walk } from '../open-console.ts'
import { openStory, type Story } from '../open-story.ts'
import { setUpShop } from '../set-up-shop.ts'

const BOB: Customer = {
  ...{ email: 'bob@example.com', first: 'Bob', last: 'Noyce' },
  ...{ street: 'Hauptstraße 1', postal: '80331', city: 'München' },
}

walk('a merchant corrects an address, takes items back, exchanges, refunds, answers and reports', async () => {
  await using story = await openStory('bad-day')
  const { page } = story
  // The preview of a mail applies its styles by script, because the console allows no others.
  story.console.expectFault('Applying inline style')
  await setUpShop(story)
  const products = { 'Linen T-shirt': ['Blue', 'L'], 'Market bag': [] }
  await buy(await story.openStore(), { products, customer: BOB })
  await page.getByRole('region', { name: 'Latest orders' }).getByRole('link', { name: '#1' }).click()
  await page.getByRole('heading', { name: /^Order #1/ }).waitFor()
  await correctAddress(story)
  await sendOrder(story)
  await takeBackBag(story)
  await exchangeShirt(story)
  await refundForTrouble(story)
  await answerAngryMail(story)
  await report(story)
})

async function correctAddress({ page, picture }: Story): Promise<void> {
  await page.getByRole('button', { name: 'Correct the address and the e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Street and number').first().fill('Nebenstraße 12')
  await picture('wrong-address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Customer' }).getByText('Nebenstraße 12').waitFor()
}

async function sendOrder({ console, page }: Story): Promise<void> {
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await confirm(console, 'Capture')
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click()
  await confirm(console, 'Fulfill')
  await page.getByRole('button', { name: /^Ship/ }).click()
  await confirm(console, 'Ship')
}

async function takeBackBag(story: Story): Promise<void> {
  const { console, page, picture } = story
  const dialog = page.getByRole('dialog')
  await chooseAction(console, 'Request return')
  await dialog.getByLabel('Quantity of Market bag').fill('1')
  await dialog.getByText('A new return with a refund of €24.50').waitFor()
  await picture('return')
  await confirm(console, 'Request return')
  await page.getByRole('button', { name: 'Receive: Return 1' }).click()
  await confirm(console, 'Receive')
  await page.getByText('€24.50 refunded · Return').waitFor()
  expect(await story.readMail(BOB.email, 'Your refund for order #1')).toContain('€24.50')
  await picture('returned')
}

/** The hat costs 9.10 more, and is sent for 4.90. */
async function exchangeShirt({ console, page, picture }: Story): Promise<void> {
  const dialog = page.getByRole('dialog')
  await chooseAction(console, 'Exchange items')
  await dialog.getByLabel('Quantity of Linen T-shirt').fill('1')
  await dialog.getByRole('combobox', { name: 'The customer receives' }).fill('Straw hat')
  await page
    .getByRole('option', { name: /Straw hat/ })
    .first()
    .click()
  await dialog.getByText(/^A new exchange/).waitFor()
  await confirm(console, 'Exchange items')
  await page.getByRole('button', { name: 'Confirm for the customer: Exchange 1' }).click()
  await dialog.getByText('The customer pays €9.10, and the shipping.').waitFor()
  await choose(console, 'Shipping', /^Standard/)
  await picture('exchange')
  await confirm(console, 'Confirm for the customer')
  const exchange = page.getByRole('article', { name: 'Exchange 1', exact: true })
  await exchange.getByText('The customer pays €14.00').waitFor()
  await page.getByRole('button', { name: 'Settle difference: Exchange 1' }).click()
  await confirm(console, 'Settle difference')
  await exchange.getByText('Paid').waitFor()
  await page.getByRole('button', { name: 'Receive: Exchange 1 · Return 1' }).click()
  await confirm(console, 'Receive')
  await page.getByRole('button', { name: 'Fulfill: Exchange 1' }).click()
  await confirm(console, 'Fulfill')
  await picture('exchanged')
}

async function refundForTrouble({ console, page, picture }: Story): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('5')
  await dialog.getByLabel('Note').fill('Sorry for the trouble')
  await dialog.getByText(/^A refund of €5\.00/).waitFor()
  await picture('refund')
  await confirm(console, 'Refund')
  await page.getByText('€5.00 refunded').first().waitFor()
}

async function answerAngryMail(story: Story): Promise<void> {
  const { console, page, picture } = story
  await page.getByPlaceholder('Write a note for your team').fill('Bob called: he never got the confirmation.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Send again: Notification sent: Order confirmation' }).click()
  const mail = page.frameLocator('iframe[title="Preview of the mail"]')
  await mail.getByText('Nebenstraße 12').waitFor()
  await mail.getByText('€69.30').waitFor()
  await picture('send-again')
  await confirm(console, 'Send again')
  await page.getByText('sent again 1 time').waitFor()
  expect(await story.readMail(BOB.email, 'Your order #1', 2)).toContain('Total: €69.30')
  await picture('answered')
}

/** 69.30 for the order and 14.00 for the exchange came in, 24.50 and 5.00 went back. */
async function report({ console, page, picture }: Story): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).click()
  const sales = page.getByRole('region', { name: 'Sales' })
  const parts = sales.getByRole('table', { name: 'From goods to payments' })
  const sums = {
    'Total of the orders': '69.30',
    Payments: '83.30',
    Refunds: '-€29.50',
    'Payments after refunds': '53.80',
  }
  for (const [part, amount] of Object.entries(sums))
    await parts.getByRole('row', { name: new RegExp(`^${part} .*${amount.replace('.', '\\.')}`) }).waitFor()
  await picture('report')
  const started = page.waitForEvent('download')
  await sales.getByRole('button', { name: 'Export as CSV' }).click()
  const [titles = '', line = ''] = (await readFile(await (await started).path(), 'utf8')).split('\r\n')
  const cells = Object.fromEntries(titles.split(',').map((title, at) => [title, line.split(',')[at]]))
  expect(cells).toMatchObject({ net_sales: '53.80', sales: '83.30', refunds: '29.50', total: '69.30' })
  await page.getByRole('link', { name: 'Tax report' }).click()
  await page.getByRole('heading', { name: 'Tax report', level: 1 }).waitFor()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('This month')
  // The shirt of the exchange is a refund of 39.90, and the hat a sale of 53.90 with its shipping: 123.20 - 69.40 = 53.80.
  const totals = page.getByRole('table', { name: 'Totals' })
  await totals.getByRole('row', { name: /EUR.*€103\.54.*€19\.66.*€58\.32.*€11\.08.*€8\.58/ }).waitFor()
  await page.getByRole('row', { name: /Germany.*19%/ }).waitFor()
  await picture('tax-report')
  await console.check()
}
