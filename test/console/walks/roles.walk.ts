import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addUserOfRole } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { choose } from '../choose.ts'
import { type OpenConsole, openConsole, walk } from '../open-console.ts'

const SUPPORT = [
  ...['read:orders.*', 'orders.refund', 'read:customers.*', 'read:returns.*', 'read:payments.*', 'read:notes.*'],
  ...['notes.create', 'read:regions.*', 'changes.watch'],
]

const PASSWORD = 'another horse'

/** Creates the role and a user with it, and signs in as the user. */
async function signInWith({ shop, page }: OpenConsole, scopes: readonly string[]): Promise<void> {
  await expectSuccess(shop.admin.post('/admin/roles', { name: 'Support', scopes }))
  const { email } = await addUserOfRole(shop, 'Support')
  await page.context().request.post(`${shop.url}/admin/auth`, { data: { email, password: PASSWORD } })
}

const entriesOf = async (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Navigation' }).or(page.locator('nav')).first().getByRole('link').allInnerTexts()

const pictures = process.env.ROLES_PICTURES
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

walk('an administrator creates a role and gives it to a user', async () => {
  await using console = await openConsole({ demo: true })
  const { page, shop } = console
  await console.visit('/settings')
  await page.getByRole('link', { name: /^Roles/ }).click()
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
  await console.check()
  await picture(page, 'roles')
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Customer service')
  await choose(console, 'Rights: Orders', /^See and do/)
  await page.getByLabel('Orders: refund', { exact: true }).check()
  await choose(console, 'Rights: Customers', /^See$/)
  await page.getByText('Orders: refund', { exact: true }).waitFor()
  await console.check()
  await picture(page, 'new-role')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Customer service' }).waitFor()
  const { roles } = await expectSuccess(shop.admin.get('/admin/roles?q=Customer'))
  expect(roles[0]?.scopes.toSorted()).toEqual(['orders.refund', 'read:customers.*', 'read:orders.*'])
  await page.getByRole('link', { name: 'Customer service' }).click()
  await page.getByRole('heading', { name: 'Customer service' }).waitFor()
  await console.check()

  await console.visit('/settings/users')
  await page.getByRole('button', { name: 'Invite a user' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').fill('eva@example.com')
  await choose(console, 'Role', /Customer service/)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite a user' }).click()
  await page.getByRole('row', { name: /eva@example.com.*Customer service/ }).waitFor()
})

walk('a user of the customer service refunds an order, and sees nothing beyond the role', async () => {
  await using console = await openConsole({
    demo: true,
    isSignedIn: false,
    browser: { viewport: { width: 1440, height: 900 } },
  })
  const { page, shop } = console
  const order = await shop.given.order({ email: 'buyer@example.com' })
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
  await signInWith(console, SUPPORT)
  await console.visit('/')
  await console.check()
  await picture(page, 'support-home')
  expect(await entriesOf(page)).toEqual(expect.arrayContaining(['Home', 'Orders', 'Customers', 'Settings']))
  expect(await entriesOf(page)).not.toEqual(expect.arrayContaining(['Products']))

  await console.visit('/orders')
  await console.check()
  await picture(page, 'support-orders')
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor()
  await console.check()
  await picture(page, 'support-order')
  expect(await page.getByRole('button', { name: /Capture|Fulfill/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('1')
  await picture(page, 'support-refund')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/^Refund · /).waitFor()
  await console.check()

  await console.visit('/products')
  await page.getByRole('heading', { name: 'Your role does not show this page' }).waitFor()
  await page.getByText('Products: see').waitFor()
  await console.check()
  await picture(page, 'support-products')
  await console.visit('/settings')
  await console.check()
  await picture(page, 'support-settings')
  await console.visit('/customers')
  await console.check()
  await picture(page, 'support-customers')
})

walk('the pages of the customer service fit a phone', async () => {
  await using console = await openConsole({
    demo: true,
    isSignedIn: false,
    browser: { viewport: { width: 390, height: 844 }, locale: 'de-DE' },
  })
  const { page, shop } = console
  const order = await shop.given.order({ email: 'buyer@example.com' })
  await signInWith(console, [...SUPPORT, 'roles.*'])
  for (const [path, name] of [
    ['/', 'home'],
    [`/orders/${order.id}`, 'order'],
    ['/products', 'products'],
    ['/settings/roles', 'roles'],
    ['/settings/roles/new', 'new-role'],
  ] as const) {
    await console.visit(path)
    await console.check()
    await picture(page, `phone-${name}`)
  }
})

/** The buttons that change something in the pages of a user with all rights. */
const CHANGES =
  /^(Add|Delete|Edit|Remove|Rename|New|Save|Issue|Move|Use as|Create|Upload|Mark as paid|More actions: (?!.*Variant))/

walk('a user who may only read sees no button and no input that changes something', async () => {
  await using console = await openConsole({ demo: true, isSignedIn: false })
  const { page, shop } = console
  const region = await shop.given.region()
  const product = await shop.given.product({ title: 'Vase' })
  const discount = await shop.given.discount(region)
  const draft = await shop.given.draftOrder({ region })
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Spring' }))
  await expectSuccess(shop.admin.post('/admin/product-categories', { name: 'Bowls' }))
  await signInWith(console, ['read:*', 'changes.watch'])
  const found: string[] = []
  for (const path of [
    `/products/${product.id}`,
    '/products/categories',
    `/products/collections/${collection.id}`,
    `/promotions/${discount.id}`,
    `/draft-orders/${draft.id}`,
    `/settings/regions/${region.id}`,
    '/settings/store',
  ]) {
    await console.visit(path)
    const buttons = await page.locator('main').getByRole('button', { name: CHANGES, disabled: false }).all()
    const names = await Promise.all(
      buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? (await button.innerText())),
    )
    const switches = await page.locator('main').getByRole('switch', { disabled: false }).count()
    found.push(...names.map((name) => `${path} ${name}`), ...(switches > 0 ? [`${path} ${switches} switches`] : []))
  }
  expect(found).toEqual([])
})
