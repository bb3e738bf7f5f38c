import { expect } from 'vitest'
import { openBreakableConnection } from '../breakable-connection.ts'
import { openConsole, walk } from '../open-console.ts'

walk('lists, an order and its timeline show the changes of another administrator', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const order = await shop.given.order()
  await console.visit('/orders')
  const rows = page.getByRole('row')
  await rows.nth(1).waitFor()

  await shop.given.order()
  await rows.nth(2).waitFor()
  await console.visit(`/orders/${order.id}`)
  const other = await console.join({ first_name: 'Grace', last_name: 'Hopper' })
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Capture', exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Capture' }).click()
  await page.getByText('Paid', { exact: true }).waitFor()
  const happened = (text: string) => page.locator('.mantine-Timeline-item', { hasText: text })
  await happened('captured').getByText('Grace Hopper').waitFor()
  // The customer placed the order only seconds before.
  expect(await happened('Order placed').innerText()).not.toContain('Grace Hopper')
  await console.check()
})

walk('a dialog keeps its text when another administrator makes its action impossible', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const order = await shop.given.fulfilledOrder()
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  const items = order.items.map(({ id }) => ({ item_id: id, quantity: 1 }))
  const returned = await shop.admin.post(`/admin/orders/${order.id}/return`, { items })
  const returnId = returned.body.order.returns.at(-1)?.id
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Receive: Return 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receive the return' })
  const refund = dialog.getByLabel('Refund', { exact: true })
  await refund.fill('1.50')
  console.expectFault('400')
  await shop.admin.post(`/admin/returns/${returnId}/cancel`)
  await page.getByRole('button', { name: 'Receive: Return 1' }).waitFor({ state: 'detached' })
  await dialog.getByRole('alert').waitFor()
  expect(await refund.inputValue()).toBe('1.50')
  await console.check()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

walk('a dialog closes when the browser goes back to another order', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const region = await shop.given.region()
  const first = await shop.given.order({ region })
  const second = await shop.given.order({ region })
  const title = (number: number) => page.getByRole('heading', { name: new RegExp(`#${number}$`), level: 1 })
  await console.visit(`/orders/${first.id}`)
  await title(first.display_id).waitFor()
  await page.evaluate(`history.pushState(null, '', '/app/orders/${second.id}')`)
  await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`)
  await title(second.display_id).waitFor()
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.goBack()
  await title(first.display_id).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await console.check()
})

walk('a dialog opens once the shop is reached again, and the page stays', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const order = await shop.given.order()
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Capture', exact: true }).waitFor()
  for (const fault of ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED']) console.expectFault(fault)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await page.waitForTimeout(500)
  await page.getByRole('heading', { name: new RegExp(`#${order.display_id}$`), level: 1 }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).waitFor()
  await console.settle()
})

walk('a lost connection is restored, and the missed changes are shown', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await addCustomer(console, 'ann')
  await using connection = await openBreakableConnection(shop.url)
  const subscribed = page.waitForResponse(/changes\.watch/)
  await page.goto(`${connection.url}/app/customers`)
  await subscribed
  await page.getByRole('row', { name: /Ann/ }).waitFor()
  for (const fault of ['ERR_EMPTY_RESPONSE', 'ERR_INCOMPLETE', 'ERR_CONNECTION', 'ERR_SOCKET'])
    console.expectFault(fault)
  connection.break()
  await page.getByText('Connecting to the shop again').waitFor()
  await addCustomer(console, 'bob')
  connection.restore()
  await page.getByRole('row', { name: /Bob/ }).waitFor()
  await page.getByText('Connecting to the shop again').waitFor({ state: 'detached' })
  await console.check()
})

walk('a change before the first message of the subscription is shown', async () => {
  await using console = await openConsole()
  const { page } = console
  await addCustomer(console, 'ann')
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/changes\.watch/, async (route) => {
    await isReleased
    await route.continue()
  })
  await console.visit('/customers')
  await page.getByRole('row', { name: /Ann/ }).waitFor()
  await addCustomer(console, 'bob')
  expect(await page.getByRole('row', { name: /Bob/ }).count()).toBe(0)
  release()
  await page.getByRole('row', { name: /Bob/ }).waitFor()
  await console.check()
})

walk('two administrators who edit one customer see each other before they save', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  const customer = await addCustomer(console, 'ann')
  await console.visit(`/customers/${customer.id}`)
  const other = await console.join({ first_name: 'Grace', last_name: 'Hopper' })
  await other.goto(page.url())
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')

  await other.getByRole('textbox', { name: 'Phone' }).fill('12345')
  await other.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Grace Hopper changed Phone').waitFor()
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('12345')
  expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Anna')
  await console.check()

  await other.getByRole('textbox', { name: 'First name' }).fill('Annabel')
  await other.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Grace Hopper changed First name').waitFor()
  await console.check()
  await page.getByRole('button', { name: 'Keep my values' }).click()
  expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Anna')

  await other.getByRole('textbox', { name: 'Last name' }).fill('Smith')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Jones')
  await other.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Grace Hopper changed Last name').waitFor()
  await page.getByRole('button', { name: 'Take their values' }).click()
  expect(await page.getByRole('textbox', { name: 'Last name' }).inputValue()).toBe('Smith')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { body } = await shop.admin.get(`/admin/customers/${customer.id}`)
  expect(body.customer).toMatchObject({ first_name: 'Anna', last_name: 'Smith', phone: '12345' })

  await other.getByRole('heading', { name: 'Anna Smith' }).waitFor()
  expect(await other.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Anna')
  await console.check()
})

walk('two administrators who edit the prices of a product see each other before they save', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.given.region()
  const { id } = await shop.given.product({ title: 'Bowl', prices: [1000, 2000] })
  await console.visit(`/products/${id}`)
  const other = await console.join({ first_name: 'Grace', last_name: 'Hopper' })
  await other.goto(page.url())
  const prices = page.getByRole('textbox', { name: /^Price of .* EUR/ })
  const theirs = other.getByRole('textbox', { name: /^Price of .* EUR/ })
  await prices.nth(0).fill('11')
  await theirs.nth(0).fill('12')
  await theirs.nth(1).fill('22')
  await other.getByRole('button', { name: 'Save' }).click()
  const notice = page.getByRole('alert', { name: /Grace Hopper changed/ })
  await notice.getByRole('listitem').filter({ hasText: '€12.00' }).waitFor()
  expect(await prices.nth(0).inputValue()).toBe('11')
  expect(await prices.nth(1).inputValue()).toBe('22.00')
  await console.check()
  await page.getByRole('button', { name: 'Keep my values' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => theirs.nth(0).inputValue()).toBe('11.00')
})

walk('two administrators who edit the prices of a list see each other before they save', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  await shop.given.region()
  const { title, variants } = await shop.given.product({ title: 'Bowl', prices: [1000, 2000] })
  const listed = variants.map(({ id }) => ({ variant_id: id, currency_code: 'eur', amount: 900 }))
  const body = { name: 'Fair', description: 'Fair', type: 'sale', status: 'active', prices: listed }
  const { id } = (await shop.admin.post('/admin/price-lists', body)).body.price_list
  await console.visit(`/price-lists/${id}`)
  const other = await console.join({ first_name: 'Grace', last_name: 'Hopper' })
  await other.goto(page.url())
  const mine = page.getByRole('textbox', { name: new RegExp(`^${title}.*EUR`) })
  const theirs = other.getByRole('textbox', { name: new RegExp(`^${title}.*EUR`) })
  await mine.nth(0).fill('7')
  await theirs.nth(0).fill('6')
  await theirs.nth(1).fill('5')
  await other.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText(/Grace Hopper changed/).waitFor()
  await page.getByRole('listitem').filter({ hasText: '€6.00' }).first().waitFor()
  expect(await mine.nth(0).inputValue()).toBe('7')
  expect(await mine.nth(1).inputValue()).toBe('5.00')
  await console.check()
  await page.getByRole('button', { name: 'Take their values' }).click()
  expect(await mine.nth(0).inputValue()).toBe('6.00')
  await page.getByText(/Grace Hopper changed/).waitFor({ state: 'detached' })
})

type Console = Awaited<ReturnType<typeof openConsole>>

async function addCustomer({ shop }: Console, name: string): Promise<{ id: string }> {
  const names = { first_name: name[0]?.toUpperCase() + name.slice(1), last_name: 'Example' }
  const input = { email: `${name}@example.com`, password: 'correct horse', ...names }
  const { status, body } = await shop.admin.post('/admin/customers', input)
  expect(status).toBe(201)
  return body.customer
}
