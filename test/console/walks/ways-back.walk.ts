import { expect } from 'vitest'
import { chooseAction } from '../choose.ts'
import { openConsole, walk } from '../open-console.ts'

walk('an unknown row and an unknown address are shown with the navigation and a way back', async () => {
  await using console = await openConsole({ demo: true })
  const { page } = console
  console.expectFault('404')
  for (const [path, area] of [
    ['/products/prod_unknown', 'Products'],
    ['/orders/order_unknown', 'Orders'],
    ['/customers/cus_unknown', 'Customers'],
  ] as const) {
    await console.visit(path)
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: area, exact: true }).waitFor()
    await page.getByRole('link', { name: `Back to ${area}` }).click()
    await page.getByRole('heading', { name: area, level: 1 }).waitFor()
  }
  await console.visit('/nothing/here')
  await console.check()
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

walk('the name of the store is in the sidebar and in the title of the window', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.admin.post('/admin/store', { name: 'Mein Laden' })
  await console.visit('/customers')
  await page.getByText('Mein Laden', { exact: true }).waitFor()
  await expect.poll(() => page.title()).toBe('Customers · Mein Laden')
})

walk('guests have the names of their addresses, and the audit log names and links its objects', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await shop.admin.post(`/admin/orders/${order.id}`, {
    shipping_address: { first_name: 'Hannah', last_name: 'Brooks' },
  })
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  await console.visit('/customers')
  await page.getByRole('link', { name: 'Hannah Brooks' }).waitFor()
  await console.visit('/activity')
  await page
    .getByRole('link', { name: `#${order.display_id}` })
    .first()
    .click()
  await page.getByRole('heading', { name: new RegExp(`#${order.display_id}$`), level: 1 }).waitFor()
  await console.check()
})

walk('money that is not captured is not offered as a refund', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  const { items } = (await shop.admin.get(`/admin/orders/${order.id}`)).body.order
  await shop.admin.post(`/admin/orders/${order.id}/fulfillment`, {
    items: items?.map(({ id, quantity }) => ({ item_id: id, quantity })),
  })
  const dialog = page.getByRole('dialog')
  await console.visit(`/orders/${order.id}`)
  expect(await page.getByText('Refundable', { exact: true }).count()).toBe(0)
  await chooseAction(console, 'Request return')
  await dialog.getByText(/No payment of this order is captured/).waitFor()
  expect(await dialog.getByLabel('Refund', { exact: true }).count()).toBe(0)
  await console.check()
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  await console.visit(`/orders/${order.id}`)
  await page.getByText('Refundable', { exact: true }).waitFor()
  await chooseAction(console, 'Request return')
  const refund = dialog.getByLabel('Refund', { exact: true })
  await refund.fill('99999')
  expect(await refund.getAttribute('aria-invalid')).toBe('true')
  await console.check()
})
