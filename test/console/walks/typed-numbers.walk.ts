import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { AMOUNTS, PERCENTAGES, QUANTITIES, type TypedText } from '../typed-texts.ts'

const LANGUAGES = [
  { locale: 'en-GB', index: 1, price: 'Price in EUR', stock: 'Stock', tax: 'Tax rate', starts: 'Begins' },
  { locale: 'de-DE', index: 2, price: 'Preis in EUR', stock: 'Bestand', tax: 'Steuersatz', starts: 'Beginnt' },
] as const

/** Types each text, leaves the field, and compares the mark of the field. A text that is read is written in one form. */
async function typeAll(field: Locator, { texts, index }: { texts: readonly TypedText[]; index: 1 | 2 }): Promise<void> {
  for (const text of texts) {
    await field.fill(text[0])
    await field.blur()
    const isError = text[index] === '-'
    expect([text[0], await field.getAttribute('aria-invalid')]).toEqual([text[0], isError ? 'true' : null])
    if (isError) expect(await field.inputValue()).toBe(text[0])
  }
  await field.fill('')
  expect(await field.getAttribute('aria-invalid')).toBe(null)
}

for (const { locale, index, price, stock, tax, starts } of LANGUAGES)
  walk(`unreadable text is an error at every kind of field in ${locale}`, async () => {
    await using console = await openConsole({ demo: true, browser: { locale } })
    const { page } = console
    await console.visit('/products/new')
    await typeAll(page.getByLabel(price, { exact: true }), { texts: AMOUNTS, index })
    await typeAll(page.getByRole('textbox', { name: stock, exact: true }), { texts: QUANTITIES, index })
    await console.visit('/settings/regions/new')
    await typeAll(page.getByLabel(tax), { texts: PERCENTAGES, index })
    await console.visit('/price-lists/new')
    const date = page.getByLabel(starts)
    await date.focus()
    await page.keyboard.type('31')
    await date.blur()
    expect(await date.getAttribute('aria-invalid')).toBe('true')
    await date.fill('2027-01-31T09:30')
    expect(await date.getAttribute('aria-invalid')).toBe(null)
    await console.check()
  })

walk('unreadable text blocks saving, and nothing that was typed is lost', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  const prices = await pricesOf(console)
  await openMug(console)
  const price = page.getByLabel('Price of Oat in EUR')
  await price.fill('1.2345,50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Correct the marked fields').waitFor()
  expect(await price.inputValue()).toBe('1.2345,50')
  expect(await pricesOf(console)).toEqual(prices)
  await page.reload()
  await expect.poll(() => price.inputValue()).toBe('1.2345,50')
  await price.fill('€1,299.50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
  expect(await page.getByText('Correct the marked fields').count()).toBe(0)
  expect(await price.inputValue()).toBe('1299.50')
  expect((await pricesOf(console)).eur).toBe(129_950)
})

walk('a removed price stays removed in the grid and after the next save', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await openMug(console)
  const save = async () => {
    await page.keyboard.press('Control+s')
    await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
    await console.settle()
  }
  const usd = page.getByLabel('Price of Oat in USD')
  await usd.fill('')
  await page.keyboard.press('Tab')
  await save()
  expect(await usd.inputValue()).toBe('')
  await page.getByLabel('Price of Oat in EUR').fill('33')
  await save()
  expect(await usd.inputValue()).toBe('')
  const { usd: removed, eur } = await pricesOf(console)
  expect([removed, eur]).toEqual([undefined, 3300])
  await console.check()
})

walk('a currency with other decimals does not change the typed amount', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/promotions/gift-cards/new')
  const value = page.getByLabel('Value')
  await value.fill('0.005')
  await value.blur()
  expect(await value.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByText('Correct the marked fields').waitFor()
  await value.fill('5')
  await expect.poll(() => page.getByText('Correct the marked fields').count()).toBe(0)
})

async function openMug(console: OpenConsole): Promise<void> {
  const { page } = console
  await console.visit('/products?q=Stoneware Mug')
  await page.getByRole('link', { name: 'Stoneware Mug' }).click()
  await page.getByRole('heading', { name: 'Stoneware Mug', level: 1 }).waitFor()
}

/** The amounts of the variant Oat by currency. */
async function pricesOf({ shop }: OpenConsole): Promise<Partial<Record<string, number>>> {
  const [product] = (await shop.admin.get('/admin/products?q=Stoneware Mug')).body.products
  const variant = product?.variants?.find(({ title }) => title === 'Oat')
  return Object.fromEntries(variant?.prices?.map(({ currency_code, amount }) => [currency_code, amount]) ?? [])
}
