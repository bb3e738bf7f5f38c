import { expect } from 'vitest'
import { withoutUpdatedAt } from '#test/support/without-updated-at.ts'
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
  await page.getByLabel('Add a value of Size').fill('S, M ')
  await page.keyboard.press('Enter')
  await page.getByLabel('Price in EUR').fill('12.50')
  await page.getByRole('textbox', { name: 'Stock', exact: true }).fill('8')
  await page.getByText('2 new variants. Save adds them.').waitFor()
  await page.getByLabel('SKU of M').fill('MUG-M')
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByLabel('Option', { exact: true }).nth(1).fill('Colour')
  await page.getByLabel('Add a value of Colour').fill('Blue,Red')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('SKU of M / Blue').inputValue()).toBe('MUG-M')
  expect(await page.getByLabel('SKU of M / Red').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Delete option: Colour' }).click()
  await expect.poll(() => page.getByLabel('SKU of M', { exact: true }).inputValue()).toBe('MUG-M')
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
    { name: 'IMG_1.HEIC', type: 'image/heic', content: 'ftypheic' },
  ])
  await page.getByRole('img', { name: 'Image 3' }).waitFor()
  const refused = page.getByRole('alert').filter({ hasText: 'list.png' })
  await refused.getByText('This file is no image that a browser shows').first().waitFor()
  expect(await refused.textContent()).toContain('list.pdf')
  expect(await refused.textContent()).toContain('Export the photo as JPEG')
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
  const { page, shop } = console
  const storedProduct = async () => {
    const { products } = (await shop.admin.get('/admin/products?q=Stoneware Mug')).body
    return withoutUpdatedAt(products[0])
  }
  const before = await storedProduct()
  await openProduct(console, 'Stoneware Mug')
  await page.getByLabel('Option', { exact: true }).fill('Finish')
  await page.getByLabel('Add a value of Finish').fill('Midnight')
  await page.keyboard.press('Enter')
  await page.getByText('1 new variant. Save adds it.').waitFor()
  await page.getByLabel('SKU of Midnight').fill('MUG-NIGHT')
  await page.getByLabel('EAN of Midnight').fill('4006381333931')
  await page.getByRole('textbox', { name: 'Stock of Midnight' }).fill('3')
  await page.getByLabel('Price of Midnight in EUR').fill('25')
  await save(console)
  const { products } = (await console.shop.admin.get('/admin/products?q=MUG-NIGHT')).body
  expect(products[0]?.options).toMatchObject([{ title: 'Finish' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone').waitFor()
  expect(await storedProduct()).toEqual(before)
  await page.getByLabel('Option', { exact: true }).fill('Finish')
  await page.getByLabel('Add a value of Finish').fill('Midnight')
  await page.keyboard.press('Enter')
  await page.getByLabel('SKU of Midnight').fill('MUG-NIGHT')
  await page.getByLabel('EAN of Midnight').fill('4006381333931')
  await page.getByRole('textbox', { name: 'Stock of Midnight' }).fill('3')
  await page.getByRole('button', { name: 'Remove Oat', exact: true }).click()
  await save(console)
  await page.getByRole('button', { name: 'Undo' }).click()
  // The message of the first undo may still be there.
  await expect.poll(storedProduct).toEqual(before)
  await page.getByText('Changes undone').last().waitFor()
  await page.getByLabel('Option', { exact: true }).fill('Finish')
  await page.getByLabel('Add a value of Finish').fill('Midnight')
  await page.keyboard.press('Enter')
  await page.getByLabel('EAN of Midnight').fill('4006381333931')
  await page.getByRole('textbox', { name: 'Stock of Midnight' }).fill('3')
  await save(console)
  expect((await storedProduct()).variants.at(-1)).toMatchObject({
    title: 'Midnight',
    ean: '4006381333931',
    inventory_quantity: 3,
  })

  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'More actions: Midnight' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Midnight', level: 1 }).waitFor()
  await console.check()
  await page.getByLabel('Weight in grams').fill('350')
  await page.getByLabel('Sell it without stock').check()
  await save(console)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.goBack()

  // A notification may cover the menu.
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'More actions: Midnight' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/Save deletes 1 variant for good: Midnight/).waitFor()
  await expect.poll(() => page.getByLabel('Title of Midnight').count()).toBe(0)
  await save(console)
  // Axe takes a field below the first column, which stays on the screen, for a small target.
  await page.evaluate(`document.querySelector('table[aria-label=Variants]').parentElement.scrollTo(0, 0)`)
  await console.check()
})

walk('the options of the moment change, and too many combinations are refused and lose no typed text', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await openProduct(console, 'Stoneware Mug')
  const option = page.getByLabel('Option', { exact: true })
  const values = page.getByLabel(/^Value \d+ of/)
  const addOption = async (title: string, texts: string) => {
    const count = await option.count()
    await page.getByRole('button', { name: 'Add option' }).click()
    await option.nth(count).fill(title)
    await page.getByLabel(`Add a value of ${title}`).fill(texts)
    await page.keyboard.press('Enter')
    await page.getByLabel(`Value 1 of ${title}`).waitFor()
  }
  await option.fill('Finish')
  const count = await values.count()
  const first = await values.first().inputValue()
  await addOption('Size', 'S, M')
  await page.getByRole('button', { name: `Remove ${first}`, exact: true }).click()
  await expect.poll(() => values.count()).toBe(count + 1)
  expect([await option.first().inputValue(), await option.nth(1).inputValue()]).toEqual(['Finish', 'Size'])

  await page.getByRole('button', { name: 'Delete option: Finish' }).click()
  await expect.poll(() => option.count()).toBe(1)
  await page.getByLabel('Value 1 of Size').fill('Small')
  expect(await page.getByLabel('Value 1 of Size').inputValue()).toBe('Small')
  expect(await page.getByLabel('Value 2 of Size').inputValue()).toBe('M')

  const numbers = Array.from({ length: 40 }, (_, at) => at)
  await addOption('Number', numbers.join())
  const sku = page.getByLabel('SKU of Small / 1', { exact: true })
  await sku.fill('MUG-1')
  // 25 sizes have 1,000 combinations.
  await page.getByLabel('Add a value of Size').fill('a,b,c,d,e,f,g,h,i,j,k,l,m2,n,o,p,q,r,s2,t,u,v,w,x')
  await page.keyboard.press('Enter')
  await page.getByText(/^A form adds variants for at most 1000 combinations/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Add a value of Number').getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Remove x', exact: true }).click()
  await expect.poll(() => sku.inputValue()).toBe('MUG-1')
  // A preview that the save overtakes does not find the removed variants.
  await console.settle()
  await save(console)
  const { products } = (await shop.admin.get('/admin/products?handle=stoneware-mug&fields=id&expand=variants')).body
  expect(products[0]?.variants).toHaveLength(1000)
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
  await page.getByText('1 product is a draft').waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('row', { name: /Stoneware Mug/ }).waitFor()
  await console.check()
})

walk('a product is duplicated, archived, deleted and restored, and each change is undone', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await openProduct(console, 'Stoneware Mug')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Archive')
  await page.getByText('Archived', { exact: true }).waitFor()
  // The button disappears after ten seconds.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  await console.check()

  await page.getByRole('textbox', { name: 'Subtitle' }).fill('For the morning')
  await page.getByLabel('Price of Oat in EUR').fill('99')
  await page.getByLabel('Price of Oat in USD').fill('')
  await save(console)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone').waitFor()
  await expect.poll(() => page.getByLabel('Price of Oat in EUR').inputValue()).toBe('22.00')
  expect(await page.getByLabel('Price of Oat in USD').inputValue()).toBe('24.00')
  expect(await page.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Thrown by hand, 300 ml')

  await choose('Duplicate')
  await page.getByRole('heading', { name: 'Copy of Stoneware Mug', level: 1 }).waitFor()
  await choose('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Deleted' }).click()
  await page.getByRole('button', { name: 'Restore: Copy of Stoneware Mug' }).click()
  await page.getByText('Product restored').waitFor()
  await page.getByText('No product was deleted in the last 30 days.').waitFor()
  await console.check()
  const { products } = (await shop.admin.get('/admin/products?q=Copy of Stoneware')).body
  expect(products).toMatchObject([{ status: 'draft', variants: [{ sku: null }, {}, {}] }])
})

/** As Word puts it on the clipboard. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body>
<h2 style='color:#2F5496'>Care<o:p></o:p></h2><p class=MsoNormal><b>Hand</b> wash, <i>never</i> spin.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span><span style='mso-list:Ignore'>o<span>&nbsp; </span></span></span>Below</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>One</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>Size</p></td><td><p class=MsoNormal>Chest</p></td></tr></table></body></html>`

/** As Google Docs puts it on the clipboard. */
const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;">Material</span></h2>
<p dir="ltr"><span style="font-weight:700;">Wool</span><span style="font-weight:400;">, </span><span style="font-weight:400;font-style:italic;">soft</span></p></b>`

walk('texts of Word and Google Docs keep their format', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await openProduct(console, 'Stoneware Mug')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const paste = async (html: string) => {
    await page.locator('[contenteditable=true]').first().click()
    await page.keyboard.press('Control+a')
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await save(console)
    return (await shop.admin.get(`/admin/products/${id}`)).body.product.description
  }
  expect(await paste(WORD)).toBe(
    '## Care\n\n**Hand** wash, *never* spin.\n\n- First\n    - Below\n\n1. One\n\nSize · Chest',
  )
  expect(await paste(GOOGLE_DOCS)).toBe('## Material\n\n**Wool**, *soft*')
  await console.check()
})

walk('cells of variants are filled as in a spreadsheet', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await openProduct(console, 'Stoneware Mug')
  const cell = (title: string, currency: string) => page.getByLabel(`Price of ${title} in ${currency}`)
  await cell('Oat', 'USD').fill('31')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('32')
  await page.keyboard.press('Enter')
  await page.keyboard.type('33')
  expect(await cell('Sea', 'USD').inputValue()).toBe('32.00')
  expect(await cell('Charcoal', 'USD').inputValue()).toBe('33')

  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell('Charcoal', 'USD').inputValue()).toBe('24.00')
  await cell('Oat', 'USD').focus()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '41.50\\t51\\r\\n42\\tmuch\\r\\n')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  expect(await cell('Oat', 'USD').inputValue()).toBe('41.50')
  expect(await cell('Oat', 'EUR').inputValue()).toBe('51.00')
  expect(await cell('Sea', 'USD').inputValue()).toBe('42.00')
  expect(await cell('Sea', 'EUR').inputValue()).toBe('much')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Correct the marked fields').waitFor()
  await console.check()
})

walk('several products are changed in one table, and a refused one stops no other', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  console.expectFault('422')
  await console.visit('/products')
  await page.getByLabel('Select Stoneware Mug').check()
  await page.getByLabel('Select Enamel Kettle').check()
  await page.getByRole('button', { name: 'Edit in a table' }).click()
  await page.getByRole('heading', { name: 'Products in a table', level: 1 }).waitFor()
  await page.getByRole('heading', { name: '2 products' }).waitFor()
  await console.check()
  await page.getByLabel('Price of Stoneware Mug, Oat in EUR').fill('19')
  await page.getByLabel('Status of Stoneware Mug').selectOption('Draft')
  const kettle = page.getByRole('textbox', { name: /^SKU of Enamel Kettle/ }).first()
  const sku = await kettle.inputValue()
  await kettle.fill(await page.getByLabel('SKU of Stoneware Mug, Oat').inputValue())
  await page
    .getByRole('region', { name: 'This will change' })
    .getByText(/€19\.00/)
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 2 products saved').waitFor()
  expect(await kettle.getAttribute('aria-invalid')).toBe('true')
  await kettle.fill(`${sku}-NEW`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 1 product saved').waitFor()
  await console.check()
  const { products } = (await shop.admin.get('/admin/products?q=Stoneware Mug')).body
  expect(products[0]?.status).toBe('draft')
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

walk('pictures of a shop on this machine are shown under another of its names', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { request } = page.context()
  const svg = { name: 'red.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PICTURE('red')) }
  const uploaded = await request.post(`${shop.url}/admin/uploads`, { multipart: { files: svg } })
  const { uploads } = await uploaded.json()
  await shop.admin.post('/admin/products', { title: 'Red vase', thumbnail: uploads[0].url })
  const url = shop.url.replace('127.0.0.1', 'localhost')
  await request.post(`${url}/admin/auth`, { data: { email: 'admin@example.com', password: 'correct horse' } })
  await page.goto(`${url}/app/products`)
  const picture = page.getByRole('main').locator('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBeGreaterThan(0)
})
