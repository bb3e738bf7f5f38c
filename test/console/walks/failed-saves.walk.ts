import type { Locator, Route } from 'playwright-core'
import { expect } from 'vitest'
import { FAILURES, failChanges } from '../fail-changes.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

interface Save {
  send: Locator
  field?: Locator
}

const IGNORED = ['Failed to load resource', 'status ', 'failed: ']

/** Sends a change once for each way to fail, and expects the sentence and the typed text. Then the change succeeds. */
async function failInEachWay(console: OpenConsole, language: 'en' | 'de', { send, field }: Save): Promise<void> {
  const { page } = console
  for (const text of IGNORED) console.expectFault(text)
  const typed = await field?.inputValue()
  for (const { name, text, answer } of FAILURES) {
    const restore = await failChanges(page, answer)
    await send.click()
    await page.getByText(text[language]).first().waitFor()
    expect([name, await field?.inputValue()]).toEqual([name, typed])
    await restore()
    await closeMessages(console)
  }
}

async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

async function closeMessages({ page }: OpenConsole): Promise<void> {
  for (const button of await page.locator('.mantine-Notification-closeButton').all()) await button.click()
}

for (const { locale, language, save, create, group, label } of [
  { locale: 'en-GB', language: 'en', save: 'Save', create: 'Create', group: 'New group', label: 'First name' },
  { locale: 'de-DE', language: 'de', save: 'Speichern', create: 'Anlegen', group: 'Neue Gruppe', label: 'Vorname' },
] as const)
  walk(`a page and a dialog state each failed save, and can be sent again, in ${locale}`, async () => {
    await using console = await openConsole({ demo: true, browser: { locale } })
    const { page, shop } = console
    const { body } = await shop.admin.post('/admin/customers', {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      password: 'correct horse',
    })
    await console.visit(`/customers/${body.customer.id}`)
    const firstName = page.getByLabel(label)
    await firstName.fill('Augusta')
    const send = page.getByRole('button', { name: save, exact: true })
    await failInEachWay(console, language, { send, field: firstName })
    await send.click()
    await send.waitFor({ state: 'hidden' })

    await console.visit('/customers/groups')
    await page.getByRole('button', { name: group }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name')
    await name.fill('Regulars')
    await failInEachWay(console, language, { send: dialog.getByRole('button', { name: create }), field: name })
    await dialog.getByRole('button', { name: create }).click()
    await page.getByRole('heading', { name: 'Regulars' }).waitFor()
    const { customer_groups } = (await shop.admin.get('/admin/customer-groups?q=Regulars')).body
    expect(customer_groups.length).toBe(1)
  })

walk('grids, actions, notes and deletions state each failed save', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  const dialog = page.getByRole('dialog')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await console.visit('/products?q=Stoneware Mug')
  await page.getByRole('link', { name: 'Stoneware Mug' }).click()
  const price = page.getByLabel('Price of Oat in EUR')
  await price.fill('31.50')
  await failInEachWay(console, 'en', { send: save, field: price })
  await save.click()
  await save.waitFor({ state: 'hidden' })

  const { price_list } = (
    await shop.admin.post('/admin/price-lists', { name: 'Spring', description: 'Spring', type: 'sale', prices: [] })
  ).body
  const [product] = (await shop.admin.get('/admin/products?q=Stoneware Mug')).body.products
  const variant_id = product?.variants?.[0]?.id ?? ''
  await shop.admin.post(`/admin/price-lists/${price_list.id}/prices/batch`, {
    prices: [{ variant_id, currency_code: 'eur', amount: 100 }],
  })
  await console.visit(`/price-lists/${price_list.id}`)
  const cell = page.getByLabel(/Stoneware Mug.*EUR/).first()
  await cell.fill('2.50')
  const savePrices = page.getByRole('button', { name: 'Save prices' })
  await failInEachWay(console, 'en', { send: savePrices, field: cell })
  await savePrices.click()
  await savePrices.waitFor({ state: 'hidden' })

  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await console.visit(`/orders/${order.id}`)
  const note = page.getByRole('textbox', { name: 'New note' })
  await note.fill('Call before the delivery')
  await failInEachWay(console, 'en', { send: page.getByRole('button', { name: 'Add note' }), field: note })
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect.poll(() => note.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Capture' }).first().click()
  await failInEachWay(console, 'en', { send: dialog.getByRole('button', { name: 'Capture', exact: true }) })
  await dialog.getByRole('button', { name: 'Capture', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
})

walk('a lost response is repeated without a second change, and a slow one ends', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const text of IGNORED) console.expectFault(text)
  await page.clock.install()
  await console.visit('/customers/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create' })
  await dialog.getByLabel('Name').fill('Night owls')
  const lose = await failChanges(page, loseAnswer)
  await create.click()
  await dialog.getByText(/The shop does not respond/).waitFor()
  await lose()
  const wait = await failChanges(page, async () => {})
  await create.click()
  await page.clock.runFor(90_000)
  await dialog.getByText(/did not respond in time/).waitFor()
  await wait()
  await create.click()
  await page.getByRole('heading', { name: 'Night owls' }).waitFor()
  expect((await shop.admin.get('/admin/customer-groups')).body.customer_groups.length).toBe(1)
})

walk('the message for a lost secret states that the entry may exist', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const text of IGNORED) console.expectFault(text)
  await console.visit('/settings/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Night sync')
  await dialog.getByRole('combobox', { name: 'Scopes' }).fill('orders.list')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const answers = [loseAnswer, (route: Route) => route.fulfill({ status: 504, contentType: 'text/html', body: 'late' })]
  for (const answer of answers) {
    const restore = await failChanges(page, answer)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/may exist. Look before you try again/).waitFor()
    await restore()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await shop.admin.get('/admin/api-keys')).body.api_keys).toMatchObject([{ name: 'Night sync' }])
})

walk('an expired session asks for the password on top of the form, and the form is sent again', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const text of [...IGNORED, '401']) console.expectFault(text)
  await console.visit('/customers/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Name').fill('Early birds')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const signIn = page.getByRole('dialog').filter({ has: page.getByLabel('Password') })
  await signIn.getByLabel('Password').first().fill('correct horse')
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await signIn.waitFor({ state: 'hidden' })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Early birds')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Early birds' }).waitFor()
  expect((await shop.admin.get('/admin/customer-groups')).body.customer_groups.length).toBe(1)
})

walk('a change without a network fails at once and is kept', async () => {
  await using console = await openConsole()
  const { page } = console
  for (const text of IGNORED) console.expectFault(text)
  await console.visit('/customers/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Hermits')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText(/The shop does not respond/).waitFor()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Hermits' }).waitFor()
})
