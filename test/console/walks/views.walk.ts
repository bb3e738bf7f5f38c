import { expect } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openConsole, walk } from '../open-console.ts'

walk('a view is renamed, replaced by its name, and deleted with a way back', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.admin.post('/admin/customers', { email: 'ann@example.com' })
  const views = async () =>
    (await expectSuccess(shop.admin.get('/admin/account/views'))).views.map(({ name, is_shared, search }) => [
      name,
      is_shared,
      search['q'],
    ])
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await console.visit('/customers?q=ann')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('Anns')
  await page.getByLabel('For all users of the shop').check()
  await save()
  await expect.poll(views).toEqual([['Anns', true, 'ann']])

  await page.getByRole('button', { name: 'Change the view Anns' }).click()
  await page.getByLabel('Name of the view').fill('All Anns')
  await save()
  await expect.poll(views).toEqual([['All Anns', true, 'ann']])

  await page.getByRole('searchbox').fill('example')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('All Anns')
  await page.getByText('This replaces your view with this name.').waitFor()
  await console.check()
  await save()
  await expect.poll(views).toEqual([['All Anns', true, 'example']])

  await page.getByRole('button', { name: 'Delete the view All Anns' }).click()
  await expect.poll(views).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(views).toEqual([['All Anns', true, 'example']])
  await console.check()
})
