import { expect } from 'vitest'
import { cutTexts } from '../cut-texts.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

const COUNT = Number(process.env.GRID_PRODUCTS ?? 60)

walk('many products are pasted, filled, undone and saved in one table', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  console.expectFault('422')
  for (let first = 0; first < COUNT; first += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const number = String(first + at).padStart(3, '0')
        return shop.admin.post('/admin/products', {
          ...{ title: `Grid ${number}`, options: [{ title: 'Size' }] },
          variants: [{ title: 'One', sku: `GRID-${number}`, prices: [], options: [{ value: 'One' }] }],
        })
      }),
    )
  await console.visit('/products/table?q=Grid&sort=title')
  await page.getByRole('grid', { name: 'Products in a table' }).waitFor()
  await console.check()
  const cell = (column: string, number: string) => page.getByLabel(`${column} of Grid ${number}, One`).first()
  const price = (number: string) => page.getByLabel(`Price of Grid ${number}, One in EUR`)
  const skus = page.getByRole('textbox', { name: /^SKU of Grid/ })
  const numberAt = async (row: number) => (await skus.nth(row).inputValue()).slice(-3)
  const [first, second, third] = [await numberAt(0), await numberAt(1), await numberAt(2)]

  const lines = Array.from({ length: COUNT + 5 }, (_, at) => `"NEW\n""${at}"""\t${at}`)
  await cell('SKU', first).focus()
  await paste(console, lines.join('\r\n'))
  await page.getByText(/^10 pasted cells have no place in the table/).waitFor()
  await expect.poll(() => cell('SKU', second).inputValue()).toBe('NEW "1"')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+z')
  await expect.poll(() => skus.last().inputValue()).toMatch(/^GRID-/)
  await page.keyboard.press('Control+y')
  await expect.poll(() => skus.last().inputValue()).toMatch(/^NEW/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Home')

  await price(first).click()
  await page.keyboard.type('12.50')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect.poll(() => price(third).inputValue()).toBe('12.50')
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(3)
  await page.keyboard.press('Delete')
  await expect.poll(() => price(third).inputValue()).toBe('')
  await page.keyboard.press('Control+z')
  await expect.poll(() => price(third).inputValue()).toBe('12.50')

  await price(first).hover()
  await page.mouse.down()
  await price(second).hover()
  await page.mouse.up()
  expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2)
  await paste(console, '7,5o')
  await expect.poll(() => price(second).inputValue()).toBe('7,5o')
  await page.keyboard.press('Control+z')

  await cell('SKU', second).fill(await cell('SKU', first).inputValue())
  await page.keyboard.press('Escape')
  expect(await cell('SKU', second).inputValue()).toBe(`GRID-${second}`)
  await cell('SKU', second).fill(`GRID-${first}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 of 3 products saved').waitFor()
  expect(await cell('SKU', second).getAttribute('aria-invalid')).toBe('true')
  expect(await price(second).inputValue()).toBe('12.50')
  await console.check()
})

const paste = async ({ page }: OpenConsole, text: string): Promise<void> => {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

walk('the table of an empty shop leads to the first product, and one without matches to all products', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await console.visit('/products/table')
  await page.getByRole('link', { name: 'New product' }).waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Import products' }).click()
  await page.waitForURL(/products\/transfer/)
  await shop.given.product({
    variants: [{ title: 'One', prices: [], manage_inventory: false, options: [{ value: 'One' }] }],
  })
  await console.visit('/products/table?q=Nothing')
  await page.getByText('No results').waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Edit all in a table' }).click()
  await page.getByRole('grid', { name: 'Products in a table' }).waitFor()
  expect(await cutTexts(page)).toEqual([])
})
