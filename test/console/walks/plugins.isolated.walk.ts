import { join } from 'node:path'
import { Migration } from '@mikro-orm/migrations'
import {
  adminMutation,
  definePlugin,
  field,
  lockRow,
  NotAllowed,
  NotFound,
  Order,
  OrderResource,
  rest,
  router,
  rowAnswer,
} from 'cartwright'
import { expect } from 'vitest'
import { z } from 'zod'
import { addUserOfRole } from '#test/support/add-member.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { engraving } from '../../../plugins/engraving/index.ts'
import { reviews } from '../../../plugins/reviews/index.ts'
import { openConsole, walk } from '../open-console.ts'

class AddCare extends Migration {
  override up(): void {
    this.addSql('alter table product add care_label text, add is_fragile boolean, add inspected_at timestamptz(3)')
    this.addSql('alter table product_variant add shelf text')
    this.addSql('alter table customer add tax_number text')
    this.addSql(
      'alter table "order" add pickup_note text, add pickup_code text, add pickup_at timestamptz(3), add margin integer',
    )
  }
}

const care = definePlugin({
  name: 'care',
  fields: {
    product: {
      care_label: field.text({ maxLength: 40, writableBy: ['admin'], label: 'Care' }),
      is_fragile: field.boolean({ writableBy: ['admin'], label: 'Fragile' }),
      inspected_at: field.datetime({ writableBy: ['admin'], label: 'Inspected' }),
    },
    variant: { shelf: field.text({ maxLength: 10, writableBy: ['admin'], label: 'Shelf' }) },
    order: {
      pickup_note: field.text({ writableBy: ['admin'], label: 'Note for the pickup', personal: false }),
      pickup_code: field.text({ writableBy: ['admin'], label: 'Code', personal: false }),
      pickup_at: field.datetime({ writableBy: ['admin'], label: 'Pickup', personal: false }),
      margin: field.integer({ writableBy: ['admin'], label: 'Margin' }),
    },
    customer: { tax_number: field.text({ maxLength: 20, writableBy: ['admin'], label: 'Tax number', personal: true }) },
  },
  migrations: [AddCare],
})

/** Panels and buttons in the pages of orders and customers. */
const followUp = definePlugin({
  name: 'follow-up',
  admin: router({
    flag: adminMutation(rowAnswer('order', OrderResource))(z.strictObject({ id: z.string() }))
      .meta(rest('POST', '/follow-up/{id}', 'Flag an order'))
      .mutation(async ({ ctx: { em }, input: { id } }) => {
        const order = await lockRow(em, Order, { id })
        if (!order) throw new NotFound('The order was not found')
        if (order.metadata?.flagged) throw new NotAllowed('The order is already flagged')
        order.metadata = { ...order.metadata, flagged: true }
      }),
  }),
  console: {
    title: 'Follow-up',
    folder: join(import.meta.dirname, '../follow-up'),
    panels: { order: 'order.html', customer: 'order.html' },
    actions: { order: [{ label: { en: 'Flag the order', de: 'Bestellung vormerken' }, procedure: 'flag' }] },
  },
})

const plugins = [care, reviews, engraving, followUp]

walk('fields of a plugin are edited in a form, shown in the list and filtered by', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const product = await shop.given.product({ title: 'Vase' })
  await shop.given.product({ title: 'Brick' })
  await console.visit(`/products/${product.id}`)
  await page.getByText('Review count').waitFor()
  await page.getByRole('textbox', { name: 'Care' }).fill('Wash by hand')
  await page.getByRole('combobox', { name: 'Fragile' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await console.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { body } = await shop.admin.get(`/admin/products/${product.id}`)
  expect(body.product).toMatchObject({ care_label: 'Wash by hand', is_fragile: true, inspected_at: null })

  await console.visit('/products')
  await page.getByRole('row', { name: /Vase.*Wash by hand/ }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('textbox', { name: 'Care' }).fill('Wash by hand')
  await page.getByRole('row', { name: /Brick/ }).waitFor({ state: 'detached' })
  await console.check()
  expect(new URL(page.url()).search).toBe('?care_label=Wash+by+hand')
})

/** The columns of plugins that fit, by the width of the window. */
const WIDTHS = new Map([
  [390, 0],
  [1024, 0],
  [1280, 1],
  [1440, 3],
])

walk('the list of orders keeps its columns readable next to long values of plugins', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const { id } = await shop.given.order()
  const pickup_note = 'Ring twice at the second door of the yard, and wait for the neighbour'
  const values = { pickup_note, pickup_code: 'X'.repeat(200), pickup_at: '2027-03-04T05:06:07Z', margin: 2_000_000_000 }
  await expectSuccess(shop.admin.post(`/admin/orders/${id}`, values))
  for (const [width, columns] of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await console.visit('/orders')
    const cells = await page.locator('main thead th').all()
    const boxes = await Promise.all(
      cells.map(async (cell) => ({ title: await cell.textContent(), box: await cell.boundingBox() })),
    )
    const shown = boxes.flatMap(({ title, box }) =>
      title && box && box.width > 0 ? [{ title, left: box.x, right: box.x + box.width }] : [],
    )
    const own = ['Note for the pickup', 'Code', 'Pickup']
    expect([width, shown.filter(({ title }) => own.includes(title)).length]).toEqual([width, columns])
    const narrow = shown.filter(({ left, right }) => right - left < 70 || right > width + 1)
    expect([width, narrow]).toEqual([width, []])
    const overlapping = shown.filter(({ left }, i) => left < (shown[i - 1]?.right ?? 0) - 1)
    expect([width, overlapping]).toEqual([width, []])
    await console.check()
  }
})

walk('the lines of an order show the fields of a plugin', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const { id, items } = await shop.given.payableCart()
  await shop.post(`/store/carts/${id}/line-items/${items[0]?.id}`, { quantity: 1, engraving: 'For Ada' })
  const { body } = await shop.post(`/store/carts/${id}/complete`)
  await console.visit(`/orders/${body.data.id}`)
  await page.getByText('Engraving: For Ada').waitFor()
  await console.check()
})

walk('the page of a plugin is in the navigation and works in its frame', async () => {
  await using console = await openConsole({ plugins })
  const { page } = console
  await console.visit('/')
  await page.getByRole('link', { name: 'Reviews' }).click()
  await page.getByRole('heading', { name: 'Reviews', level: 1 }).first().waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('0 reviews are waiting').waitFor()
  await console.check()
})

walk(
  'a panel of a plugin has the height of its content, and a button of a plugin shows its changes first',
  async () => {
    await using console = await openConsole({ plugins })
    const { page, shop } = console
    const order = await shop.given.order()
    await console.visit(`/orders/${order.id}`)
    console.expectFault('400')
    const panel = page.frameLocator('iframe[title="Follow-up"]')
    await panel.getByText(`Order ${order.display_id}, not flagged`).waitFor()
    const frame = page.locator('iframe[title="Follow-up"]')
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeLessThan(200)
    await panel.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(400)
    await console.check()

    await page.getByRole('button', { name: 'Flag the order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Flag the order' })
    await dialog
      .getByText(/1 .*order/i)
      .first()
      .waitFor()
    await console.check()
    await dialog.getByRole('button', { name: 'Flag the order' }).click()
    await page.getByText('Done: Flag the order').waitFor()
    await panel.getByText(`Order ${order.display_id}, flagged`).waitFor()
    await page.getByRole('button', { name: 'Flag the order' }).click()
    await dialog.getByText('The order is already flagged').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('button', { name: 'All customers' }).click()
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  },
)

walk('the panel of a product shows its reviews', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const product = await shop.given.product({ title: 'Vase' })
  await console.visit(`/products/${product.id}`)
  await page.frameLocator('iframe[title="Reviews"]').getByText('0 reviews').waitFor()
  await console.check()
})

walk('new products, variants and customers get the fields of a plugin', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  await console.visit('/products/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bowl')
  await page.getByRole('textbox', { name: 'Care' }).fill('Wash by hand')
  await page.getByRole('textbox', { name: 'Shelf' }).fill('A1')
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Bowl', level: 1 }).waitFor()
  const [product] = (await shop.admin.get('/admin/products?q=Bowl')).body.products
  expect(product).toMatchObject({ care_label: 'Wash by hand', is_fragile: null, variants: [{ shelf: 'A1' }] })

  const sized = await shop.given.product({ title: 'Vase' })
  await console.visit(`/products/${sized.id}`)
  await page.getByLabel('Add a value of Size').fill('Large')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Shelf' }).fill('B7')
  await console.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { variants } = (await shop.admin.get(`/admin/products/${sized.id}`)).body.product
  expect(variants.map(({ title, shelf }: Record<string, unknown>) => [title, shelf])).toContainEqual(['Large', 'B7'])

  await console.visit('/customers/new')
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Byron')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('textbox', { name: 'Tax number' }).fill('DE123')
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ada Byron', level: 1 }).waitFor()
  expect((await shop.admin.get('/admin/customers?q=ada')).body.customers).toMatchObject([{ tax_number: 'DE123' }])
})

walk('lines of an order edit and of a draft order show and change the fields of a plugin', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const order = await shop.given.order()
  const title = order.items[0]?.title
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit items' }).click()
  await page.getByRole('button', { name: `Edit the fields of ${title}` }).click()
  const fields = page.getByRole('dialog', { name: title })
  await fields.getByRole('textbox', { name: 'Engraving' }).fill('For Ada')
  await console.check()
  await fields.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Engraving: For Ada').first().waitFor()
  const [edit] = (await shop.admin.get(`/admin/order-edits?order_id=${order.id}`)).body.order_edits
  expect(edit?.items).toMatchObject([{ engraving: 'For Ada' }])

  const draft = await shop.given.draftOrder()
  await console.visit(`/draft-orders/${draft.id}`)
  await page
    .getByRole('button', { name: /^Edit the fields of/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Engraving' }).fill('For Grace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Engraving: For Grace').waitFor()
  await console.check()
})

walk('the items of a new draft order get the fields of a plugin', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const region = await shop.given.region({ name: 'Europe' })
  await shop.given.shippingOption(region, { name: 'By ship' })
  const { title } = await shop.given.product({ title: 'Vase' })
  await console.visit('/draft-orders/new')
  await page.getByRole('combobox', { name: 'E-mail' }).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: /Europe/ }).click()
  await page.getByRole('combobox', { name: 'Add item' }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page.getByRole('textbox', { name: 'Engraving' }).fill('For Ada')
  await page.getByRole('combobox', { name: 'Shipping option' }).click()
  await page.getByRole('option', { name: /By ship/ }).click()
  await console.check()
  await page.getByRole('button', { name: 'Create draft order' }).click()
  await page.getByText('Engraving: For Ada').waitFor()
  await console.check()
})

walk('the page and the panels of a plugin need one of its procedures', async () => {
  await using console = await openConsole({ plugins, isSignedIn: false })
  const { page, shop } = console
  const product = await shop.given.product({ title: 'Vase' })
  const { role } = await expectSuccess(
    shop.admin.post('/admin/roles', {
      name: 'Support',
      scopes: ['read:products.*', 'read:plugins.*', 'changes.watch'],
    }),
  )
  const { email } = await addUserOfRole(shop, 'Support')
  await page.context().request.post(`${shop.url}/admin/auth`, { data: { email, password: 'another horse' } })
  await console.visit(`/products/${product.id}`)
  await page.getByText('Review count').waitFor()
  await page.getByText('Default Sales Channel').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Reviews' }).count()).toBe(0)
  await console.visit('/plugin/reviews')
  await page.getByRole('heading', { name: 'Your role does not show this page' }).waitFor()
  await console.check()

  const scopes = ['read:products.*', 'read:plugins.*', 'read:reviews.*', 'changes.watch']
  await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes }))
  await console.visit(`/products/${product.id}`)
  await page.frameLocator('iframe[title="Reviews"]').getByText('0 reviews').waitFor()
  await page.getByRole('link', { name: 'Reviews' }).waitFor()
})
