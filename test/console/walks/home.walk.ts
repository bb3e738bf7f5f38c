import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { openConsole, walk } from '../open-console.ts'

walk('home leads to the orders that wait, to low stock and to failed work', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const product = await shop.given.product({ title: 'Blue mug', status: 'published' })
  const [variant] = product.variants
  await shop.admin.post(`/admin/products/${product.id}/variants/${variant.id}`, { inventory_quantity: 3 })
  for (const quantity of [1, 1]) await shop.given.order({ region, option, lines: [[variant, quantity]] })
  await console.visit('/')
  await page.getByRole('region', { name: 'Sales' }).getByText('0 orders after an earlier one').waitFor()
  await page.getByText('1 left').first().waitFor()
  await console.check()
  await page.getByRole('link', { name: 'Payments to capture' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await expect.poll(() => dialog.getByText('Done').count()).toBeGreaterThan(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Paid orders to fulfill' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Payments to capture' }).count()).toBe(0)
  await page
    .getByRole('link', { name: /Blue mug/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Blue mug/ }).waitFor()
  await console.check()
})

walk('home shows the sales of a period and the waiting orders, and follows new orders', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const paid = await shop.given.order({ region })
  await shop.admin.post(`/admin/orders/${paid.id}/capture`)
  await console.visit('/')
  const sales = page.getByRole('region', { name: 'Sales' })
  await sales.getByRole('img', { name: /^Sales after refunds of each day/ }).waitFor()
  const orders = sales.getByRole('link', { name: 'Orders' }).locator('../..')
  await orders.getByText('1', { exact: true }).waitFor()
  await console.check()

  await shop.given.order({ region })
  await orders.getByText('2', { exact: true }).waitFor()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByText('Payments to capture').waitFor()
  expect(await attention.getByRole('link', { name: `#${paid.display_id}` }).count()).toBe(1)
  await attention.getByRole('link', { name: 'Paid orders to fulfill' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.getByRole('row', { name: new RegExp(`#${paid.display_id}`) }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await console.check()
})

walk('home reads its statistics once after several orders', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  await console.visit('/')
  await page.clock.setFixedTime(Date.now())
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('statistics.attention')) reads += 1
  })
  for (const _ of [1, 2, 3]) {
    const { display_id } = await shop.given.order({ region })
    await page
      .getByRole('link', { name: `#${display_id}` })
      .first()
      .waitFor()
  }
  expect(reads).toBe(0)
  await page.clock.setFixedTime(Date.now() + 10_000)
  await page.getByRole('region', { name: 'Needs attention' }).getByText('3', { exact: true }).waitFor()
  expect(reads).toBe(1)
})

walk('home compares a period with the one before, and exports it', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const [old] = [await shop.given.order({ region }), await shop.given.order({ region })]
  await changeRows(shop, Order, { id: old.id }, { created_at: new Date(Date.now() - 40 * 86_400_000) })
  await console.visit('/')
  const sales = page.getByRole('region', { name: 'Sales' })
  await sales.getByText('0% against the period before').first().waitFor()
  await console.check()
  await sales.getByRole('combobox', { name: 'Period' }).selectOption('Own days')
  await sales.getByRole('textbox', { name: 'From' }).fill('1969-12-31')
  await sales.getByText('Choose a first day from 1970 on').waitFor()
  await console.check()
  await sales.getByRole('combobox', { name: 'Period' }).selectOption('Last 365 days')
  await console.settle()
  const download = page.waitForEvent('download')
  await sales.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sales-.*\.csv$/)
  const parts = sales.getByRole('table', { name: 'From goods to payments' })
  await parts.getByRole('row', { name: /^Taxes/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await console.check()
})

walk('the tax report shows the taxes of a period with its refunds, and exports them', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region({ tax_rate: 19 })
  const order = await shop.given.order({ region, lines: [[await shop.given.variant({ prices: [1000] }), 2]] })
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  await shop.admin.post(`/admin/orders/${order.id}/refund`, { amount: 119, reason: 'discount' })
  await console.visit('/')
  await page.getByRole('link', { name: 'Tax report' }).click()
  await page.getByRole('heading', { name: 'Tax report', level: 1 }).waitFor()
  await page.getByText('No sales and no refunds in this period.').waitFor()
  await page.getByLabel('Period').selectOption('This month')
  const totals = page.getByRole('table', { name: 'Totals' })
  await totals.getByRole('row', { name: /EUR.*€20\.00.*€3\.80.*€1\.00.*€0\.19.*€3\.61/ }).waitFor()
  await page.getByRole('row', { name: /Tax of the region, 19%/ }).waitFor()
  await console.check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[1]).toMatch(/^EUR,[A-Z]{2},"default","default",19,no,20\.00,3\.80,1\.00,0\.19,3\.61$/)
})

walk('home shows all time by month and the fiscal years that the store has, and exports the months', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const sales = page.getByRole('region', { name: 'Sales' })
  const choose = async (period: string) => {
    await sales.getByRole('combobox', { name: 'Period' }).selectOption(period)
    await console.settle()
  }
  await console.visit('/')
  await choose('All time')
  await sales.getByText('No sales yet.').waitFor()
  await console.check()

  const region = await shop.given.region()
  const [year = 0, month = 1] = new Date().toISOString().split('-').map(Number)
  // In the fiscal year that ended last month, in the one before, and long before.
  for (const months of [1, 13, 40]) {
    const { id } = await shop.given.order({ region })
    await changeRows(shop, Order, { id }, { created_at: new Date(Date.UTC(year, month - 1 - months, 10, 12)) })
  }
  await console.visit('/settings/store')
  const start = page.getByRole('combobox', { name: 'First month of the fiscal year' })
  await start.selectOption(String(month))
  await page.getByRole('button', { name: 'Save' }).click()
  await console.settle()
  await console.check()
  await page.getByRole('link', { name: 'Home' }).click()
  const orders = sales.getByRole('link', { name: 'Orders' }).locator('../..')
  await choose('All time')
  await orders.getByText('3', { exact: true }).waitFor()
  await sales.getByRole('img', { name: /^Sales after refunds of each month/ }).waitFor()
  expect(await sales.getByRole('columnheader', { name: 'Period before' }).count()).toBe(0)
  await console.check()
  const download = page.waitForEvent('download')
  await sales.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    'date',
    expect.stringMatching(/-01$/),
    expect.anything(),
    expect.anything(),
  ])
  await choose('This fiscal year')
  await sales.getByText('No sales in this period and the one before.').waitFor()
  await choose('Last fiscal year')
  await orders.getByText('1', { exact: true }).waitFor()
  await orders.getByText('0% against the period before').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await console.check()
  await page.getByRole('link', { name: 'Tax report' }).click()
  await page.getByLabel('Period').selectOption('Last fiscal year')
  await page.getByText('No sales and no refunds in this period.').waitFor()
  await console.check()
})
