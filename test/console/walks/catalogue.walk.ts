import { expect } from 'vitest'
import { choose } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'
import { checkImport } from './check-import.ts'
import { dropFiles } from './drop-files.ts'

walk('categories are added, moved, changed and deleted in their tree', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await console.visit('/products/categories')
  const dialog = page.getByRole('dialog')
  const create = async (name: string) => {
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: `More actions: ${name}` }).waitFor()
  }
  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `More actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await page.getByRole('button', { name: 'New category' }).click()
  await console.check()
  await create('Wardrobe')
  await page.getByRole('button', { name: 'New category' }).click()
  await create('Pantry')
  await choose('Wardrobe', 'Add a category below')
  await create('Scarves')
  await console.check()

  await choose('Pantry', 'Move up')
  await expect.poll(() => page.getByRole('listitem').allTextContents()).toEqual(['Pantry', 'Wardrobe', 'Scarves'])
  await choose('Scarves', 'Edit')
  await dialog.getByLabel('Shown in the store').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Hidden').waitFor()
  await choose('Pantry', 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(2)
  await console.check()
  const { product_categories } = (await shop.admin.get('/admin/product-categories?q=Scarves')).body
  expect(product_categories[0]).toMatchObject({ is_active: false, parent_category: { name: 'Wardrobe' } })
})

walk('a collection is created, filled, renamed and deleted', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/products/collections/new')
  await page.getByLabel('Title').fill('Winter')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Winter', level: 1 }).waitFor()
  await console.check()
  const products = page.getByRole('combobox', { name: 'Add products' })
  await products.click()
  const lists = `Array.from(document.querySelectorAll('[role=listbox]'))`
  const canScroll = () => page.evaluate(`${lists}.some((list) => list.scrollHeight > list.clientHeight)`)
  await expect.poll(canScroll).toBe(true)
  await console.check()
  await products.fill('Merino')
  await page.getByRole('option', { name: /Merino/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: /Merino/ }).waitFor()
  await page.getByRole('button', { name: /^Remove Merino/ }).click()
  await page.getByText('The collection has no products.').waitFor()

  await page.getByLabel('Title').fill('Cold days')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Cold days', level: 1 }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Cold days' }).count()).toBe(0)
  await console.check()
})

const HEADER =
  'Product Handle,Product Title,Product Status,Variant Title,Variant SKU,Variant Inventory Quantity,Price EUR\n'
const csv = (content: string) => [{ name: 'products.csv', type: 'text/csv', content: HEADER + content }]

walk('files are chosen by name, and a running check can be canceled', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/products/transfer')
  const drop = page.getByLabel('Drop a CSV or Excel file here, or click to choose one')
  await dropFiles(drop, [{ name: 'products.xls', type: '', content: 'x' }])
  await page.getByText('products.xls is a spreadsheet in another format.').waitFor()
  await dropFiles(drop, [{ name: 'photo.png', type: 'image/png', content: 'x' }])
  await page.getByText('photo.png is not a table.').waitFor()
  await console.check()

  const content = 'Product Id;Product Handle;Product Title\nprod_of_another_shop;fern;Fern\n'
  for (const [name, type] of [
    ['windows.csv', 'application/vnd.ms-excel'],
    ['mac.TXT', 'text/plain'],
    ['no-type.tsv', ''],
  ] as const) {
    await dropFiles(drop, [{ name, type, content }])
    await page.getByText('Checking the file').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled. Nothing was changed.').waitFor()
    await page.getByRole('button', { name: 'Import another file' }).click()
  }
})

walk('a file of another program is named, and its prices get the chosen currency', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await shop.admin.post('/admin/store/currencies/eur')
  await console.visit('/products/transfer')
  const content = 'Handle,Title,Vendor,Variant Price,Variant Compare At Price\nkelp,Kelp,Nord,9,12\n'
  await dropFiles(page.getByLabel('Drop a CSV or Excel file here, or click to choose one'), [
    { name: 'products_export.csv', type: 'text/csv', content },
  ])
  await page.getByText('Checking the file').waitFor()
  await checkImport(shop)
  await page.getByText('A file of Shopify').waitFor()
  await page.getByText('Shopify export: 1 product, 1 variant.').waitFor()
  await page.getByText('Not imported, because the shop has no such columns: Vendor (1).').waitFor()
  await console.check()

  await choose(console, 'Its prices are in', /EUR/)
  await checkImport(shop)
  await page.getByText('The shop stores prices in EUR without tax.').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Importing').waitFor()
  await shop.runJobs()
  await page.getByText(/imported\.$/).waitFor()
  const { products } = (await shop.admin.get('/admin/products?handle=kelp&expand=variants.prices')).body
  expect(products[0]?.variants[0]?.prices).toMatchObject([{ amount: 1200, currency_code: 'eur' }])
})

walk('the tax classes of a file get tax rates of each region, also a new one of its country', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.given.region({ name: 'Germany', tax_rate: 19, countries: ['de'] })
  await console.visit('/products/transfer')
  const content =
    'ID,Typ,Name,Veröffentlicht,Steuerstatus,Steuerklasse,Regulärer Preis\n7,simple,Brot,1,taxable,reduced-rate,"3,50"\n'
  await dropFiles(page.getByLabel('Drop a CSV or Excel file here, or click to choose one'), [
    { name: 'wc-product-export.csv', type: 'text/csv', content },
  ])
  await checkImport(shop)
  await page.getByText('reduced-rate: 1 product', { exact: true }).waitFor()
  await page.getByText(/^Tax class reduced-rate: 1 product gets the standard rate/).waitFor()
  await console.check()

  await choose(console, 'reduced-rate: Germany', /^New tax rate: 7/)
  await checkImport(shop)
  await page.getByText('Tax class reduced-rate: 1 product gets Reduced VAT 7 % (Germany).').waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Importing').waitFor()
  await shop.runJobs()
  await page.getByText(/imported\.$/).waitFor()
  const { tax_rates } = (await shop.admin.get('/admin/tax-rates?fields[]=rate&fields[]=product_count')).body
  expect(tax_rates).toMatchObject([{ rate: 7, product_count: 1 }])
})

walk('a CSV file is checked first, then imported, and the products are exported', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/products/transfer')
  const drop = page.getByLabel('Drop a CSV or Excel file here, or click to choose one')
  await console.check()
  await dropFiles(drop, csv('sea-glass,Sea Glass,published,One,GLASS-1,many,12.00\n'))
  await page.getByText('Checking the file').waitFor()
  await checkImport(shop)
  await page.getByText('The file was not imported').waitFor()
  await page
    .getByRole('row', { name: '2 sea-glass · GLASS-1 Variant Inventory Quantity: Use a whole number of units.' })
    .waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Import another file' }).click()
  await dropFiles(drop, csv('sea-glass,Sea Glass,published,One,GLASS-1,4,12.00\n'))
  await page.getByText('Checking the file').waitFor()
  await checkImport(shop)
  await page.getByRole('row', { name: 'New products 1' }).waitFor()
  await console.check()
  expect((await shop.admin.get('/admin/products?q=Sea Glass')).body.count).toBe(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Importing').waitFor()
  await shop.runJobs()
  await page.getByText(/imported\.$/).waitFor()
  expect((await shop.admin.get('/admin/products?q=Sea Glass')).body.count).toBe(1)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('Exporting').waitFor()
  await shop.runJobs()
  await page.getByText(/exported\.$/).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await console.check()
})
