import { expect } from 'vitest'
import { withoutUpdatedAt } from '#test/support/without-updated-at.ts'
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

walk('a saved form, a price list and a category come back by Undo exactly as before', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const stored = async (path: string) => {
    const { status, body } = await shop.admin.get(path)
    return { status, body: withoutUpdatedAt(body) }
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^(Changes undone|Restored)$/).waitFor()
  }
  const { customer } = (
    await shop.admin.post('/admin/customers', {
      ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', phone: '12345', password: 'analytical' },
    })
  ).body
  const ada = `/admin/customers/${customer.id}`
  const before = await stored(ada)
  await console.visit(`/customers/${customer.id}`)
  await page.getByLabel('Last name').fill('King')
  await page.getByLabel('Phone').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await stored(ada)).body.customer).toMatchObject({ last_name: 'King', phone: null })
  await undo()
  expect(await stored(ada)).toEqual(before)

  const cart = await shop.given.cart()
  const { customer_id } = (await shop.post(`/store/carts/${cart.id}`, { email: 'guest@example.com' })).body.cart
  await console.visit(`/customers/${customer_id}`)
  await page.getByLabel('E-mail').fill('other@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await undo()
  expect((await shop.admin.get(`/admin/customers/${customer_id}`)).body.customer.email).toBe('guest@example.com')

  const { price_list } = (
    await shop.admin.post('/admin/price-lists', {
      ...{ name: 'Fair', description: 'At the fair', type: 'sale', status: 'active', prices: [] },
    })
  ).body
  const fair = `/admin/price-lists/${price_list.id}`
  const list = await stored(fair)
  await console.visit(`/price-lists/${price_list.id}`)
  await page.getByRole('button', { name: 'Delete Fair' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Price lists', level: 1 }).waitFor()
  await undo()
  expect(await stored(fair)).toEqual(list)

  const { product_category } = (await shop.admin.post('/admin/product-categories', { name: 'Lanterns' })).body
  const lanterns = `/admin/product-categories/${product_category.id}`
  const category = await stored(lanterns)
  await console.visit('/products/categories')
  await page.getByRole('button', { name: 'More actions: Lanterns' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await undo()
  expect(await stored(lanterns)).toEqual(category)
  await page.getByText('Lanterns').waitFor()
  await console.check()
})

walk('a restored region names the country that another region has now', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const region = async (name: string, countries: string[]) => {
    const { regions } = (await shop.admin.get('/admin/regions')).body
    const providers = { payment_providers: ['manual'], fulfillment_providers: ['manual'] }
    const currency_code = regions[0]?.currency_code
    const body = { name, countries, currency_code, tax_rate: 0, ...providers }
    return (await shop.admin.post('/admin/regions', body)).body.region.id
  }
  const id = await region('North', ['is', 'gl'])
  await shop.admin.delete(`/admin/regions/${id}`)
  await region('Ice', ['is'])
  await console.visit('/settings/deleted')
  await page.getByRole('button', { name: 'Restore: North' }).click()
  await page.getByText('Restored. Iceland stays in the region Ice').waitFor()
  await console.check()
})

walk('a deleted draft order comes back by Undo with its items, and from the list of deleted rows', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const { id, display_id } = await shop.given.draftOrder()
  const stored = async () => withoutUpdatedAt((await shop.admin.get(`/admin/draft-orders/${id}`)).body)
  const before = await stored()
  const remove = async () => {
    await console.visit(`/draft-orders/${id}`)
    await page.getByRole('button', { name: `Delete Draft #${display_id}` }).click()
    await page.getByRole('dialog').getByText('It can be restored for 30 days.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Draft orders', level: 1 }).waitFor()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored', { exact: true }).waitFor()
  expect(await stored()).toEqual(before)
  await page.getByRole('link', { name: `#${display_id}` }).waitFor()

  await remove()
  await console.visit('/settings/deleted')
  await console.check()
  await page.getByRole('button', { name: `Restore: #${display_id}` }).click()
  await page.getByText('Nothing was deleted in the last 30 days.').waitFor()
  expect(await stored()).toEqual(before)
})
