import { expect } from 'vitest'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'
import { dropFiles } from './drop-files.ts'

const PICTURE = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${color}"/></svg>`

walk('a product with options is created, priced, pictured, organized and published', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/products/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour Mug')
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByLabel('Option', { exact: true }).fill('Size')
  await page.getByRole('combobox', { name: 'Values' }).click()
  await page.keyboard.type('S, M ')
  await page.keyboard.press('Enter')
  await page.getByLabel('Price in EUR').fill('12.50')
  await page.getByRole('textbox', { name: 'Stock' }).fill('8')
  await page.getByText('The product gets 2 variants.').waitFor()
  await page.getByLabel('SKU of M').fill('MUG-M')
  const picture = { name: 'blue.svg', type: 'image/svg+xml', content: PICTURE('blue') }
  await dropFiles(page.getByLabel('Drop images here, or click to choose them'), [picture])
  await page.getByRole('img', { name: 'Image 1' }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Harbour Mug', level: 1 }).waitFor()
  await console.check()

  await page.getByLabel('Stock of S').fill('5')
  await page.getByLabel('Price of M in EUR').fill('14')
  await page.getByLabel('Cost of M in').fill('7')

  const drop = page.getByLabel('Drop images here, or click to choose them')
  await dropFiles(drop, [
    { name: 'green.svg', type: 'image/svg+xml', content: PICTURE('green') },
    { name: 'red.svg', type: 'image/svg+xml', content: PICTURE('red') },
    { name: 'list.png', type: 'image/png', content: 'three mugs' },
    { name: 'list.pdf', type: 'application/pdf', content: '%PDF' },
  ])
  await page.getByRole('img', { name: 'Image 3' }).waitFor()
  const refused = page.getByRole('alert').filter({ hasText: 'list.png' })
  await refused.getByText('This file is no image that a browser shows').first().waitFor()
  expect(await refused.textContent()).toContain('list.pdf')
  expect(await refused.textContent()).not.toContain('green.svg')
  const red = await page.getByRole('img', { name: 'Image 3' }).getAttribute('src')
  await page.getByRole('img', { name: 'Image 3' }).dragTo(page.getByRole('img', { name: 'Image 1' }))
  await expect.poll(() => page.getByRole('img', { name: 'Image 1' }).getAttribute('src')).toBe(red)
  await page.getByRole('button', { name: 'Use as thumbnail' }).first().click()
  await page.getByRole('textbox', { name: 'Description of image 1' }).fill('A red mug')
  await page.getByRole('button', { name: 'Move forward' }).last().click()
  await page.getByRole('button', { name: 'Remove image' }).last().click()
  await expect.poll(() => page.getByRole('img', { name: 'Image 3' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Image of M' }).click()
  await page.getByRole('menuitem', { name: 'A red mug' }).click()
  await console.check()

  await page.getByRole('combobox', { name: 'Collection' }).fill('Kitchen')
  await page.getByRole('option', { name: 'Kitchen & Table' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('gift')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await save(console)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await console.check()

  const { products } = (await shop.admin.get('/admin/products?q=Harbour Mug')).body
  const [product] = products
  expect(product).toMatchObject({ status: 'published', collection: { title: 'Kitchen & Table' }, thumbnail: red })
  expect(product?.tags?.map(({ value }) => value)).toEqual(['gift'])
  expect(product?.images?.map(({ url, alt }) => [url === red, alt])).toEqual([
    [true, 'A red mug'],
    [false, null],
  ])
  const variants = product?.variants?.map(({ title, sku, inventory_quantity, prices, cost_amount, thumbnail }) => ({
    ...{ title, sku, inventory_quantity, cost_amount },
    hasPicture: thumbnail === red,
    amounts: prices?.map(({ amount }) => amount),
  }))
  expect(variants).toEqual([
    { title: 'S', sku: null, inventory_quantity: 5, cost_amount: null, hasPicture: false, amounts: [1250] },
    { title: 'M', sku: 'MUG-M', inventory_quantity: 8, cost_amount: 700, hasPicture: true, amounts: [1400] },
  ])
})

walk('an option is renamed, and variants are added, changed and deleted', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await openProduct(console, 'Stoneware Mug')
  await page
    .getByRole('button', { name: /^Rename option/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Finish')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Rename option: Finish' }).waitFor()

  await page.getByRole('button', { name: 'Add variant' }).click()
  await dialog.getByLabel('Finish').fill('Midnight')
  await dialog.getByLabel('SKU').fill('MUG-NIGHT')
  await dialog.getByLabel('Stock').fill('3')
  await dialog.getByLabel('Price in EUR').fill('25')
  await console.check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('Title of Midnight').waitFor()

  await page.getByRole('button', { name: 'More actions: Midnight' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Midnight', level: 1 }).waitFor()
  await console.check()
  await page.getByLabel('Weight in grams').fill('350')
  await page.getByLabel('Sell it without stock').check()
  await save(console)
  await page.goBack()

  // A notification may cover the menu.
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'More actions: Midnight' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.getByLabel('Title of Midnight').count()).toBe(0)
  await console.check()
})

walk('a handle that another product has is refused at its field', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  console.expectFault('422')
  await openProduct(console, 'Stoneware Mug')
  await page.getByLabel('Handle').fill('enamel-kettle')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Handle').getAttribute('aria-invalid')).toBe('true')
  await console.check()
})

walk('products are searched, filtered by status and changed together', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/products')
  await page.getByRole('searchbox').fill('mug')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Make a draft' }).click()
  await page.getByText('1 product changed').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('row', { name: /Stoneware Mug/ }).waitFor()
  await console.check()
})

async function openProduct({ page, ...console }: OpenConsole, title: string): Promise<void> {
  await console.visit(`/products?q=${title}`)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

/** Saves the one form with changes and waits for the answer of the shop. */
async function save({ page }: OpenConsole): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You have unsaved changes').waitFor({ state: 'hidden' })
}
