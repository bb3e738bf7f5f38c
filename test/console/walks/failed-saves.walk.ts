import type { Locator, Route } from 'playwright-core'
import { expect } from 'vitest'
import { FAILURES, failChanges } from '../fail-changes.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

interface Save {
  send(): Promise<void>
  field?: Locator
}

interface KindOfForm {
  kind: string
  /** Opens and fills the form. */
  open(console: OpenConsole): Promise<Save>
  /** Waits until the change has happened. */
  saved(console: OpenConsole): Promise<void>
}

const IGNORED = ['Failed to load resource', 'status ', 'failed: ', '401']

const dialogOf = ({ page }: OpenConsole) => page.getByRole('dialog')
const button = ({ page }: OpenConsole, name: RegExp) => page.getByRole('button', { name })

async function openOrder(console: OpenConsole) {
  const { shop } = console
  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await console.visit(`/orders/${order.id}`)
}

const PAGE: KindOfForm = {
  kind: 'a page',
  async open(console) {
    const { page, shop } = console
    const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', password: 'correct horse' }
    const { customer } = (await shop.admin.post('/admin/customers', ada)).body
    await console.visit(`/customers/${customer.id}`)
    const field = page.getByLabel(/^(First name|Vorname)$/)
    await field.fill('Augusta')
    return { field, send: () => button(console, /^(Save|Speichern)$/).click() }
  },
  saved: (console) => button(console, /^(Save|Speichern)$/).waitFor({ state: 'hidden' }),
}

const DIALOG: KindOfForm = {
  kind: 'a dialog',
  async open(console) {
    await console.visit('/customers/groups')
    await button(console, /^(New group|Neue Gruppe)$/).click()
    const field = dialogOf(console).getByLabel('Name')
    await field.fill('Regulars')
    const create = dialogOf(console).getByRole('button', { name: /^(Create|Anlegen)$/ })
    return { field, send: () => create.click() }
  },
  async saved({ page, shop }) {
    await page.getByRole('heading', { name: 'Regulars' }).waitFor()
    const { customer_groups } = (await shop.admin.get('/admin/customer-groups?q=Regulars')).body
    expect(customer_groups.length).toBe(1)
  },
}

const KINDS: readonly KindOfForm[] = [
  {
    kind: 'the grid of variants',
    async open(console) {
      const { page } = console
      await console.visit('/products?q=Stoneware Mug')
      await page.getByRole('link', { name: 'Stoneware Mug' }).click()
      const field = page.getByLabel('Price of Oat in EUR')
      await field.fill('31.50')
      return { field, send: () => button(console, /^Save$/).click() }
    },
    saved: (console) => button(console, /^Save$/).waitFor({ state: 'hidden' }),
  },
  {
    kind: 'the grid of a price list',
    async open(console) {
      const { page, shop } = console
      const [product] = (await shop.admin.get('/admin/products?q=Stoneware Mug')).body.products
      const prices = [{ variant_id: product?.variants?.[0]?.id ?? '', currency_code: 'eur', amount: 100 }]
      const input = { name: 'Spring', description: 'Spring', type: 'sale', prices }
      const { price_list } = (await shop.admin.post('/admin/price-lists', input)).body
      await console.visit(`/price-lists/${price_list.id}`)
      const field = page.getByLabel(/Stoneware Mug.*EUR/).first()
      await field.fill('2.50')
      return { field, send: () => button(console, /^Save prices$/).click() }
    },
    saved: (console) => button(console, /^Save prices$/).waitFor({ state: 'hidden' }),
  },
  {
    kind: 'a note',
    async open(console) {
      await openOrder(console)
      const field = console.page.getByRole('textbox', { name: 'New note' })
      await field.fill('Call before the delivery')
      return { field, send: () => button(console, /^Add note$/).click() }
    },
    saved: ({ page }) => expect.poll(() => page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe(''),
  },
  {
    kind: 'an action with a preview',
    async open(console) {
      await openOrder(console)
      await button(console, /^Capture$/).click()
      return { send: () => dialogOf(console).getByRole('button', { name: 'Capture', exact: true }).click() }
    },
    saved: (console) => dialogOf(console).waitFor({ state: 'hidden' }),
  },
  {
    kind: 'a deletion',
    async open(console) {
      const { shop } = console
      const { customer_group } = (await shop.admin.post('/admin/customer-groups', { name: 'Leavers' })).body
      await console.visit(`/customers/groups/${customer_group.id}`)
      return {
        async send() {
          if (!(await dialogOf(console).isVisible())) await button(console, /^Delete$/).click()
          await dialogOf(console).getByRole('button', { name: 'Delete', exact: true }).click()
        },
      }
    },
    saved: (console) => button(console, /^New group$/).waitFor(),
  },
  {
    kind: 'a quantity that saves itself',
    async open(console) {
      const { page, shop } = console
      const draft = await shop.given.draftOrder()
      await console.visit(`/draft-orders/${draft.id}`)
      const field = page.getByLabel(/^Quantity of/)
      await field.fill('3')
      return {
        field,
        async send() {
          await field.fill('1')
          await field.fill('3')
        },
      }
    },
    saved: async ({ page }) => {
      await page.getByText(/^3 × /).waitFor()
    },
  },
]

/** Sends a change once for each way to fail, and expects the sentence and the typed text. Then the change succeeds. */
async function failInEachWay(console: OpenConsole, language: 'en' | 'de', { send, field }: Save): Promise<void> {
  const { page } = console
  const typed = await field?.inputValue()
  for (const { name, text, answer, after, endsSession } of FAILURES) {
    const restore = await failChanges(page, answer)
    await send()
    if (after) await page.clock.runFor(after)
    await page.getByText(text[language]).first().waitFor()
    await restore()
    if (endsSession) await signInAgain(console)
    expect([name, await field?.inputValue()]).toEqual([name, typed])
    await closeMessages(console)
  }
  await send()
}

/** The dialog is above the form, which keeps its text. */
async function signInAgain({ page }: OpenConsole): Promise<void> {
  const password = page.getByRole('dialog').getByLabel(/^(Password|Passwort)$/)
  await password.fill('correct horse')
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await password.waitFor({ state: 'hidden' })
}

async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

async function closeMessages({ page }: OpenConsole): Promise<void> {
  for (const button of await page.locator('.mantine-Notification-closeButton').all()) await button.click()
}

async function failForms(console: OpenConsole, language: 'en' | 'de', forms: readonly KindOfForm[]): Promise<void> {
  for (const text of IGNORED) console.expectFault(text)
  await console.page.clock.install()
  for (const form of forms) {
    await failInEachWay(console, language, await form.open(console))
    await form.saved(console)
  }
}

for (const { locale, language } of [
  { locale: 'en-GB', language: 'en' },
  { locale: 'de-DE', language: 'de' },
] as const)
  walk(`a page and a dialog state each failed save, and can be sent again, in ${locale}`, async () => {
    await using console = await openConsole({ demo: true, browser: { locale } })
    await failForms(console, language, [PAGE, DIALOG])
  })

walk('every other kind of form states each failed save, and can be sent again', async () => {
  await using console = await openConsole({ demo: true })
  await failForms(console, 'en', KINDS)
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

walk('a form shows its saved values although they cannot be read again', async () => {
  await using console = await openConsole()
  const { page, shop } = console
  for (const text of IGNORED) console.expectFault(text)
  await console.visit('/settings/store')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Corner shop')
  const refuse = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  await page.route(/\/trpc\/admin\.store/, refuse)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
  expect(await name.inputValue()).toBe('Corner shop')
  expect((await shop.admin.get('/admin/store')).body.store.name).toBe('Corner shop')
})
