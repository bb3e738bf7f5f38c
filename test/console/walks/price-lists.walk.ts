import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'
import { checkImport } from './check-import.ts'

walk('a price list is created, gets prices in the grid, and loses one', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/price-lists/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter sale')
  await page.getByRole('textbox', { name: 'Description' }).fill('For the cold days')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Active' }).click()
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Winter sale', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Add products' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('mug')
  await page.getByRole('option', { name: 'Stoneware Mug' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'Stoneware Mug, Oat, EUR' }).fill('18.50')
  await page.getByRole('textbox', { name: 'Stoneware Mug, Sea, USD' }).fill('19')
  await console.check()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByText('The prices that you have typed are lost.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await amountsOf(shop)).toEqual([
    ['eur', 1850],
    ['usd', 1900],
  ])

  await page.getByRole('textbox', { name: 'Stoneware Mug, Sea, USD' }).fill('')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect.poll(() => amountsOf(shop)).toEqual([['eur', 1850]])
  await console.check()
})

walk('a price of a region is stored for the region', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await addList(shop)
  await console.visit('/price-lists')
  await page.getByRole('link', { name: 'Fair' }).click()
  await page.getByRole('button', { name: 'Add products' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('honey')
  await page.getByRole('option', { name: 'Wildflower Honey' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Regions', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Wildflower Honey, 250 g, Europe' }).fill('7')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { body } = await shop.admin.get('/admin/regions')
  const europe = body.regions.find(({ name }) => name === 'Europe')
  const [list] = (await shop.admin.get('/admin/price-lists')).body.price_lists
  const { prices } = (await shop.admin.get(`/admin/price-lists/${list?.id}`)).body.price_list
  expect(prices).toMatchObject([{ region_id: europe?.id, amount: 700 }])
})

walk('a CSV file is checked first, and then replaces the prices', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const { id } = await addList(shop)
  await console.visit(`/price-lists/${id}`)
  await page.getByRole('button', { name: 'Import prices' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  await choose('SKU,Price EUR\nNO-SUCH-SKU,10\n')
  await dialog.getByText('Checking the file').waitFor()
  await checkImport(shop)
  await dialog.getByRole('cell', { name: /NO-SUCH-SKU was not found/ }).waitFor()
  await console.check()
  await dialog.getByRole('button', { name: 'Import another file' }).click()

  await choose('SKU,Price EUR\nSTONEWARE-MUG-OAT,17.50\n')
  await dialog.getByText('Checking the file').waitFor()
  await checkImport(shop)
  await dialog.getByText('1 row will be imported.').waitFor()
  expect(await amountsOf(shop)).toEqual([])
  await dialog.getByRole('button', { name: 'Replace all prices' }).click()
  await dialog.getByText('Importing').waitFor()
  await shop.runJobs()
  await dialog.getByText('1 change imported.').waitFor()
  expect(await amountsOf(shop)).toEqual([['eur', 1750]])
})

type Shop = Awaited<ReturnType<typeof openConsole>>['shop']

async function addList(shop: Shop): Promise<{ id: string }> {
  const list = { name: 'Fair', description: 'For the fair', type: 'sale', status: 'active', prices: [] }
  return (await shop.admin.post('/admin/price-lists', list)).body.price_list
}

/** The currency and the amount of each price of the newest list. */
async function amountsOf(shop: Shop): Promise<(readonly [string, number])[]> {
  const [list] = (await shop.admin.get('/admin/price-lists')).body.price_lists
  const { prices = [] } = (await shop.admin.get(`/admin/price-lists/${list?.id}`)).body.price_list
  return prices
    .map(({ currency_code, amount }) => [currency_code, amount] as const)
    .toSorted(([one], [other]) => one.localeCompare(other))
}
