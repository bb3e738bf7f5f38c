import { expect } from 'vitest'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { failJobs } from '#test/support/queued-jobs.ts'
import { openWebhookReceiver } from '#test/support/webhook-receiver.ts'
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
  const name = page.getByRole('row', { name: /^Name/ })
  await name.waitFor()
  expect(await name.getByRole('cell').allTextContents()).toEqual(['Before Europe → After Old world'])
  await console.check()
  await page.getByRole('link', { name: 'All changes of this object' }).click()
  await expect.poll(() => page.getByRole('row', { name: /Customers/ }).count()).toBe(0)
  await page.getByRole('row', { name: /Regions: update/ }).waitFor()
})

walk('a failed job runs again, and a waiting one runs now', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/activity/jobs')
  await page.getByText('No background job is waiting, running or failed.').waitFor()
  await console.check()
  await enqueue(shop.orm.em.fork(), 'tidy_up', { payload: {}, run_at: new Date(0), max_attempts: 3 })
  await failJobs(shop)
  await page.reload()
  const row = page.getByRole('row', { name: /tidy up/ })
  await row.getByText('Failed', { exact: true }).waitFor()
  await console.check()
  await row.getByRole('button', { name: /^Run .* now$/ }).click()
  await page.getByText('The job is queued').waitFor()
  await expect.poll(() => page.getByText('Failed', { exact: true }).count()).toBe(0)
  await shop.runJobs()
  await page.reload()
  await page.getByText('No background job is waiting, running or failed.').waitFor()

  await shop.admin.post('/admin/batch-jobs', { type: 'product-export', context: {}, dry_run: false })
  await shop.runJobs()
  await page.getByRole('link', { name: 'Imports and exports' }).click()
  await page.getByRole('row', { name: /product export Finished/ }).waitFor()
  await console.check()
})

walk('an export is canceled, and events and notifications have lists', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await shop.admin.post('/admin/batch-jobs', { type: 'product-export', context: {}, dry_run: false })
  await console.visit('/activity/batch-jobs')
  await page.getByRole('button', { name: 'Cancel product export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
  await page.getByRole('row', { name: /product export Cancel+ed/ }).waitFor()
  await console.check()

  await console.visit('/activity/events')
  await page.getByRole('row', { name: /Import or export: created .*batch.created/ }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: 'Import or export: canceled' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await console.check()
  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByText('Messages to customers and users appear here.').waitFor()
  await console.check()
})

walk('a failed delivery of a webhook is sent again', async () => {
  let status = 500
  await using receiver = await openWebhookReceiver((response) => response.writeHead(status).end())
  await using console = await openConsole()
  const { page, shop } = console
  await console.visit('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('combobox', { name: 'Events' }).fill('customer.created')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await console.check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await shop.admin.post('/admin/customers', {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password: 'analytical',
  })
  await shop.runJobs()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('row', { name: /customer.created/ }).waitFor()
  await console.check()
  status = 204
  await page.getByRole('button', { name: 'Replay from customer.created' }).click()
  await dialog.getByRole('button', { name: 'Replay from here' }).click()
  await page.getByText('The events are queued').waitFor()
  await shop.makeJobsDue()
  await shop.runJobs()
  await page.reload()
  await page
    .getByRole('row', { name: /customer.created Delivered/ })
    .first()
    .waitFor()
  expect(receiver.received.length).toBeGreaterThan(1)
  await console.check()
})
