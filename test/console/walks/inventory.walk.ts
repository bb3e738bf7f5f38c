import { expect } from 'vitest'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { openConsole, walk } from '../open-console.ts'

walk('a shop without inventory shows the stock of its variants, low stock first', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  await console.visit('/inventory')
  await page.getByRole('row').nth(1).waitFor()
  await console.check()
  const [change] = await page.getByRole('button', { name: /^Change the stock of/ }).all()
  const name = (await change!.getAttribute('aria-label'))!.replace('Change the stock of ', '')
  await change!.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Stock').fill('0')
  await console.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name }).filter({ hasText: 'Sold out' }).waitFor()
})

walk('a shop with inventory has items, locations and reservations', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await enableInventory(shop.orm)
  const dialog = page.getByRole('dialog')
  await console.visit('/inventory/locations')
  await page.getByRole('button', { name: 'New location' }).click()
  await dialog.getByLabel('Name').fill('Harbour')
  await dialog.getByLabel('Street').fill('Quay 1')
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.keyboard.press('Tab')
  await console.check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('row', { name: /Harbour.*Quay 1/ }).waitFor()
  await page.getByRole('button', { name: 'Sales channels of Harbour' }).click()
  await dialog.getByRole('checkbox').first().click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await expect.poll(() => dialog.getByRole('checkbox').first().isChecked()).toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: 'Stock by location' }).waitFor()
  await page.getByRole('button', { name: 'Add a location' }).click()
  await dialog.getByLabel('In stock').fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Harbour 7/ }).waitFor()
  await page.getByRole('button', { name: 'Change the stock at Harbour' }).click()
  await dialog.getByLabel('In stock').fill('9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Harbour 9/ }).waitFor()

  await console.visit('/inventory/reservations')
  await page.getByRole('button', { name: 'New reservation' }).click()
  await dialog.getByRole('combobox', { name: 'Item' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Harbour' }).click()
  await page.keyboard.press('Tab')
  await console.check()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await console.visit('/inventory')
  await console.check()
})

walk('goods are scanned, compared with the stock and saved at once, also on a phone', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const mug = await shop.given.product({ title: 'Mug', stock: 3 })
  const tea = await shop.given.product({ title: 'Tea', stock: 1 })
  const setCode = ({ id, variants }: typeof mug, codes: object) =>
    shop.admin.post(`/admin/products/${id}/variants/${variants[0]?.id}`, codes)
  await setCode(mug, { ean: '4006381333931' })
  await setCode(tea, { sku: 'TEA-1' })
  await page.setViewportSize({ width: 390, height: 844 })
  await console.visit('/inventory')
  await page.getByRole('link', { name: 'Count stock' }).click()
  const field = page.getByLabel('Scan a barcode')
  await expect.poll(() => page.locator('input:focus').getAttribute('id')).toBe(await field.getAttribute('id'))
  const scans: [string, RegExp][] = [
    ['4006381333931', /^Mug.*: 1$/],
    ['nothing', /^nothing is no barcode/],
    ['TEA-1', /^Tea.*: 1$/],
  ]
  for (const [code, status] of scans) {
    await field.fill(code)
    await field.press('Enter')
    await page.getByRole('status').getByText(status).waitFor()
  }
  // A fast scanner does not wait for the answers.
  for (const code of ['4006381333931', 'tea-1']) {
    await field.fill(code)
    await field.press('Enter')
  }
  await page
    .getByRole('status')
    .getByText(/^Tea.*: 2$/)
    .waitFor()
  await expect.poll(() => page.getByLabel(/^Counted units of Tea/).inputValue()).toBe('2')
  await page.getByLabel(/^Counted units of Mug/).waitFor()
  await page.getByLabel(/^Counted units of Mug/).fill('2')
  await page.keyboard.press('Enter')
  await page.keyboard.type('nothing\n')
  await page
    .getByRole('status')
    .getByText(/^nothing is no barcode/)
    .waitFor()
  await page.reload()
  await page.getByText('2 items, difference 0').waitFor()
  await console.check()
  await setCode(tea, { inventory_quantity: 5 })
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText('Enter a reason.').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Yearly count')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await page.getByText('The stock changed from 1 to 5 during the count.').waitFor()
  console.expectFault('400')
  await console.check()
  const isSent = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  await page.route(/stockCounts\.create/, async (route) => {
    isSent.resolve()
    await mayEnd.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save the count' }).click()
  await isSent.promise
  await field.fill('4006381333931')
  await field.press('Enter')
  await page
    .getByRole('status')
    .getByText(/^Mug.*: 3$/)
    .waitFor()
  mayEnd.resolve()
  await page.getByText(/Tea.*: 5 → 2/).waitFor()
  await page.getByText('1 item, difference +1').waitFor()
  await page.getByText('2 expected', { exact: true }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await console.check()
  const quantityOf = async ({ variants }: typeof mug) =>
    (await shop.admin.get(`/admin/variants/${variants[0]?.id}`)).body.variant.inventory_quantity
  expect([await quantityOf(mug), await quantityOf(tea)]).toEqual([2, 2])
})
