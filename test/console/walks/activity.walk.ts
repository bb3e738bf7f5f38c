import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

walk('the audit log shows a change before and after', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const { regions } = (await shop.admin.get('/admin/regions?q=Europe')).body
  await shop.admin.post(`/admin/regions/${regions[0]!.id}`, { name: 'Old world' })
  await shop.admin.post('/admin/customers', {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'L',
    password: 'analytical',
  })
  await console.visit('/activity')
  await page.getByRole('row', { name: /Customers: create/ }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Area' }).fill('Regions')
  await page.getByRole('option', { name: 'Regions' }).click()
  await expect.poll(() => page.getByRole('row', { name: /Customers/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Regions: update' }).click()
  const name = page.getByRole('row', { name: /^name/ })
  await name.waitFor()
  expect(await name.getByRole('cell').allTextContents()).toEqual(['Europe', 'Old world'])
  await console.check()
})
