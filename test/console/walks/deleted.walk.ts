import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

walk('a deleted collection comes back by Undo, and other rows from the list of deleted rows', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const { collection } = (await shop.admin.post('/admin/collections', { title: 'Winter' })).body
  await console.visit(`/products/collections/${collection.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored', { exact: true }).waitFor()
  expect((await shop.admin.get(`/admin/collections/${collection.id}`)).status).toBe(200)

  const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Market hall' })).body
  await shop.admin.delete(`/admin/sales-channels/${sales_channel.id}`)
  const reason = (await shop.admin.post('/admin/return-reasons', { value: 'size', label: 'Too small' })).body
  await shop.admin.delete(`/admin/return-reasons/${reason.return_reason.id}`)
  await console.visit('/settings/deleted')
  await console.check()
  await page.getByRole('button', { name: 'Restore: Market hall' }).click()
  await page.getByRole('button', { name: 'Restore: Too small' }).click()
  await page.getByText('Nothing was deleted in the last 30 days.').waitFor()
  await console.check()
  expect((await shop.admin.get(`/admin/sales-channels/${sales_channel.id}`)).status).toBe(200)
  await console.visit('/settings/return-reasons')
  await page.getByText('Too small').waitFor()
})
