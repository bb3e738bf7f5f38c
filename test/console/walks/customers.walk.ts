import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { openConsole, walk } from '../open-console.ts'

walk('the form of a customer shows an error at its field and keeps unsaved changes', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { id } = await addCustomer(shop, 'grace@example.com')
  await console.visit(`/customers/${id}`)
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await console.check()

  await page.getByLabel('E-mail').fill('grace.hopper@example.com')
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  await page.goBack()
  await page.getByText('Your unsaved changes were restored').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('grace.hopper@example.com')
  await console.check()
})

walk('the list of customers is searched, filtered, sorted and kept in the address', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const name of ['ann', 'bob', 'cay']) await addCustomer(shop, `${name}@example.com`)
  await console.visit('/customers')
  const rows = page.getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)

  await page.getByRole('button', { name: 'E-mail' }).click()
  await expect.poll(() => rows.nth(1).textContent()).toContain('cay')
  await page.getByRole('searchbox').fill('bob')
  await expect.poll(() => rows.count()).toBe(2)
  expect(new URL(page.url()).search).toBe('?order=-email&q=bob')

  await page.reload()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('All Bobs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'All Bobs', exact: true }).waitFor()
  const view = { list: 'customers', name: 'All Bobs', search: { order: '-email', q: 'bob' }, is_own: true }
  await expect
    .poll(async () => (await shop.admin.get('/admin/account/views')).body.views)
    .toMatchObject([{ ...view, is_shared: false }])
  await page.getByRole('button', { name: 'Change the view All Bobs' }).click()
  await page.getByLabel('For all users of the shop').check()
  await page.getByLabel('With the shown columns').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await shop.admin.get('/admin/account/views')).body.views)
    .toMatchObject([{ ...view, is_shared: true, search: { columns: expect.stringContaining('email') } }])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'All Bobs', exact: true }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('searchbox').fill('nobody')
  await page.getByText('No results').waitFor()
  await console.check()
})

walk('selected customers are added to a group', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.admin.post('/admin/customer-groups', { name: 'Regulars' })
  for (const name of ['ann', 'bob']) await addCustomer(shop, `${name}@example.com`)
  await page.route(/loaded-selects/, async (route) => {
    await setTimeout(1000)
    await route.continue()
  })
  await console.visit('/customers')
  await page.getByLabel('Select all rows').check()
  await console.check()
  await page.getByRole('button', { name: 'Add to a group' }).click()
  await page.locator('[role=dialog] input[data-autofocus]:focus').waitFor()
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name: 'Regulars' }).click()
  await console.check()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('2 customers added').waitFor()
  const { body } = await shop.admin.get('/admin/customers?expand=groups')
  expect(body.customers.map(({ groups }) => groups?.map(({ name }) => name))).toEqual([['Regulars'], ['Regulars']])
})

walk('a group is created, renamed, filled and deleted', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const name of ['ann', 'bob']) await addCustomer(shop, `${name}@example.com`)
  await shop.admin.post('/admin/customer-groups', { name: 'VIP' })
  const dialog = page.getByRole('dialog')
  await console.visit('/customers')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('row', { name: /VIP/ }).waitFor()
  await console.check()
  await page.getByRole('button', { name: 'New group' }).click()
  console.expectFault('422')
  await dialog.getByLabel('Name').fill('VIP')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByText('Another entry has this value already.').waitFor()
  await console.check()
  await dialog.getByLabel('Name').fill('Wholesale')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Wholesale' }).waitFor()

  await page.getByRole('button', { name: 'Add customers' }).click()
  await dialog.getByRole('combobox', { name: 'Customers' }).fill('ann')
  await page.getByRole('option', { name: 'ann@example.com' }).click()
  await console.check()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('row', { name: /ann@example.com/ }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Resellers')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Resellers' }).waitFor()
  await console.check()
  const { body } = await shop.admin.get('/admin/customers?expand=groups&q=ann')
  expect(body.customers[0]?.groups).toMatchObject([{ name: 'Resellers' }])

  await page.getByLabel('Select all rows').check()
  await page.getByRole('button', { name: 'Remove from the group' }).click()
  await page.getByText('Add customers to the group.').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor()
  expect((await shop.admin.get('/admin/customer-groups')).body.customer_groups).toMatchObject([{ name: 'VIP' }])
  await console.check()
})

type Shop = Awaited<ReturnType<typeof openConsole>>['shop']

async function addCustomer(shop: Shop, email: string): Promise<{ id: string }> {
  const names = { first_name: email.split('@')[0], last_name: 'Example' }
  const { body } = await shop.admin.post('/admin/customers', { email, password: 'correct horse', ...names })
  return body.customer
}
