import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

walk('a discount is created for a collection, gets another condition, and is disabled', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/promotions/new')
  await page.getByRole('textbox', { name: 'Code' }).fill('TABLE15')
  await page.getByRole('textbox', { name: 'Value' }).fill('15')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Collections' }).click()
  await page.getByRole('combobox', { name: 'Collections' }).fill('kitchen')
  await page.getByRole('option', { name: 'Kitchen & Table' }).click()
  await page.keyboard.press('Tab')
  await page.getByLabel('Minimum quantity').fill('2')
  await page.getByLabel('Usage limit').fill('50')
  await page.getByLabel('Uses per customer').fill('1')
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'TABLE15', level: 1 }).waitFor()
  await page.getByText('Only Kitchen & Table').waitFor()
  await console.check()

  await page.getByRole('button', { name: 'Add condition' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('all except').click()
  await dialog.getByRole('combobox', { name: 'Products' }).fill('mug')
  await page.getByRole('option', { name: 'Stoneware Mug' }).waitFor()
  await console.check()
  await page.getByRole('option', { name: 'Stoneware Mug' }).click()
  await page.keyboard.press('Tab')
  await console.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('All except Stoneware Mug').waitFor()

  await page.getByLabel('Buyers can use it').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Disabled').waitFor()
  await console.check()
  const { body } = await shop.admin.get('/admin/discounts/code/TABLE15')
  expect(body.discount).toMatchObject({
    is_disabled: true,
    usage_limit: 50,
    rule: {
      type: 'percentage',
      value: 15,
      limit_per_customer: 1,
      minimum_quantity: 2,
      conditions: [
        { type: 'product_collections', operator: 'in' },
        { type: 'products', operator: 'not_in' },
      ],
    },
  })
})

walk('an automatic discount is created and filtered', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/promotions/new')
  await page.getByText('Automatically', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring sale')
  await page.getByLabel('Combines with other discounts that combine').click()
  await page.getByLabel('Priority').fill('5')
  await page.getByRole('button', { name: 'Add tier' }).click()
  const tier = page.getByRole('region', { name: 'Tiers' })
  await tier.getByLabel('Minimum quantity').fill('3')
  await tier.getByLabel('Value from there on').fill('20')
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'SPRING SALE', level: 1 }).waitFor()
  await console.check()
  const { body } = await shop.admin.get('/admin/discounts?is_automatic=true')
  expect(body.discounts).toMatchObject([
    { code: 'SPRING SALE', rule: { is_combinable: true, priority: 5, tiers: [{ minimum_quantity: 3, value: 20 }] } },
  ])
  await console.visit('/promotions?is_automatic=true')
  await page.getByRole('row', { name: /SPRING SALE/ }).waitFor()
  await console.check()
})

walk('a code that exists is refused at its field', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  console.expectFault('422')
  await console.visit('/promotions/new')
  await page.getByRole('textbox', { name: 'Code' }).fill('WELCOME10')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid')).toBe('true')
})

walk('a discount with dynamic codes gets a code and loses it', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const { body } = await shop.admin.get('/admin/regions')
  await shop.admin.post('/admin/discounts', {
    code: 'FRIENDS',
    is_dynamic: true,
    regions: body.regions.map(({ id }) => id),
    rule: { type: 'percentage', value: 10, allocation: 'total' },
  })
  await console.visit('/promotions')
  await page.getByRole('link', { name: 'FRIENDS' }).click()
  await page.getByRole('heading', { name: 'Dynamic codes' }).waitFor()
  const codes = page.getByRole('region', { name: 'Dynamic codes' })
  await codes.getByRole('textbox', { name: 'Code', exact: true }).fill('FRIENDS-ANN')
  await codes.getByRole('button', { name: 'Add code' }).click()
  await codes.getByRole('link', { name: 'FRIENDS-ANN' }).waitFor()
  await console.check()
  await codes.getByRole('button', { name: 'Delete the code FRIENDS-ANN' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The discount is deleted').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await codes.getByText('No codes yet.').waitFor()
  await codes.getByLabel('Number of codes').fill('30')
  await codes.getByLabel('Beginning').fill('vip')
  await codes.getByRole('button', { name: 'Create codes' }).click()
  await codes.getByText('10 more codes').waitFor()
  await console.check()
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download codes' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('FRIENDS.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect([lines[0], lines.length]).toEqual(['Code,Used,Usage limit', 31])
  const last = /VIP-\w+/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  await codes.getByRole('searchbox', { name: 'Find a code' }).fill(last.toLowerCase())
  await expect.poll(() => codes.getByRole('link', { name: /^VIP-/ }).count()).toBe(1)
  await console.check()
  const search = codes.getByRole('searchbox', { name: 'Find a code' })
  await search.fill('')
  await expect.poll(() => codes.getByRole('link', { name: /^VIP-/ }).count()).toBe(20)
  expect(await search.and(page.locator(':focus')).count()).toBe(1)
  await search.fill(last)
  await codes.getByRole('link', { name: last }).click()
  await page.getByRole('heading', { name: last, level: 1 }).waitFor()
  await page.getByLabel('Usage limit').fill('3')
  await page.getByLabel('Buyers can use it').click()
  await console.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Disabled').waitFor()
  const { body: stored } = await shop.admin.get(`/admin/discounts/code/${last}`)
  expect(stored.discount).toMatchObject({ is_disabled: true, usage_limit: 3 })
  await page.getByRole('link', { name: 'A code of FRIENDS' }).click()
  await page.getByRole('heading', { name: 'FRIENDS', level: 1 }).waitFor()
  await console.visit('/promotions')
  await page.getByRole('link', { name: 'FRIENDS' }).waitFor()
  expect(await page.getByRole('link', { name: /^VIP-/ }).count()).toBe(0)
})

walk('a gift card is issued, and its balance changes', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/promotions/gift-cards/new')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'Europe' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('40')
  await console.check()
  await page.getByRole('button', { name: 'Issue gift card' }).click()
  const balance = page.getByRole('textbox', { name: 'Balance' })
  await balance.fill('25.50')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('€25.50').waitFor()
  await console.check()
  const { body } = await shop.admin.get('/admin/gift-cards')
  expect(body.gift_cards.map(({ value, balance }) => [value, balance])).toContainEqual([4000, 2550])
  await page.getByRole('link', { name: 'Gift cards' }).click()
  await page.getByRole('row', { name: /25\.50/ }).waitFor()
  await console.check()
})

for (const colorScheme of ['light', 'dark'] as const)
  walk(`the lists have no fault on a phone in ${colorScheme} colours`, async () => {
    await using console = await openConsole({
      demo: true,
      browser: { colorScheme, viewport: { width: 390, height: 844 } },
    })
    for (const path of ['/promotions', '/promotions/gift-cards', '/promotions/new', '/price-lists']) {
      await console.visit(path)
      await console.check()
    }
  })

walk('a gift for two items is simulated and created', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/promotions/new')
  await page.getByText('Automatically', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('FREEMUG')
  await page.getByText('Buy X, get Y', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Only these variants' }).fill('mug')
  await page
    .getByRole('option', { name: /Stoneware Mug/ })
    .first()
    .click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Simulate' }).click()
  await expect.poll(async () => (await shop.admin.get('/admin/batch-jobs')).body.count).toBe(1)
  await shop.runJobs()
  await page.getByText('The last 30 days have no orders and no carts.').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'FREEMUG', level: 1 }).waitFor()
  await expect.poll(() => page.getByLabel('Buy (quantity)').inputValue()).toBe('2')
  await page
    .getByText(/Stoneware Mug/)
    .first()
    .waitFor()
  await console.check()
})
