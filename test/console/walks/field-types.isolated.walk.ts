import { Migration } from '@mikro-orm/migrations'
import { definePlugin, field, ProductCollection } from 'cartwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { expectSuccess } from '#test/support/factories.ts'
import { openConsole, walk } from '../open-console.ts'

const by = { writableBy: ['admin'], personal: false } as const

/** A field of each type. Amounts of most tables have their currency in a column. */
const fields = {
  x_text: field.text({ ...by, label: 'Ribbon', maxLength: 40 }),
  x_enum: field.enum(['gift_wrap', 'plain'], { ...by, label: 'Wrapping' }),
  x_integer: field.integer({ ...by, label: 'Layers', min: 1 }),
  x_currency: field.text({ ...by, label: 'Fee currency' }),
  x_money: field.money({ ...by, label: 'Fee', currency: 'x_currency' }),
  x_number: field.number({ ...by, label: 'Weight in kg' }),
  x_boolean: field.boolean({ ...by, label: 'Fragile' }),
  x_date: field.date({ ...by, label: 'Packing day' }),
  x_datetime: field.datetime({ ...by, label: 'Pickup' }),
  x_list: field.list(field.text(), { ...by, label: 'Marks' }),
  x_json: field.json(z.strictObject({ width: z.int() }), { ...by, label: 'Box' }),
}

const TABLES = {
  product: 'product',
  product_category: 'product_category',
  product_collection: 'product_collection',
  shipping_option: 'shipping_option',
  address: 'address',
  return: 'return',
  gift_card: 'gift_card',
}

/** A relation needs a row, and a file an upload. */
const ofProduct = {
  x_season: field.relation(ProductCollection, { ...by, label: 'Season', onDelete: 'clear' }),
  x_manual: field.file({ ...by, label: 'Manual', accept: ['application/pdf', 'image/png'], maxSize: 5000 }),
  x_contract: field.file({ ...by, label: 'Contract', visibleTo: 'admin' }),
}

class AddFields extends Migration {
  override up(): void {
    for (const table of Object.values(TABLES))
      this.addSql(`alter table "${table}" add x_text text, add x_enum text, add x_integer integer, add x_currency text,
        add x_money integer, add x_number double precision, add x_boolean boolean, add x_date date,
        add x_datetime timestamptz(3), add x_list text[], add x_json jsonb`)
    this.addSql('alter table product add x_season text references product_collection on delete set null')
    this.addSql('create index on product (x_season)')
    for (const column of ['x_manual', 'x_contract']) {
      this.addSql(`alter table product add ${column} text references upload`)
      this.addSql(`create index on product (${column})`)
    }
  }
}

const wrapping = definePlugin({
  name: 'wrapping',
  fields: {
    ...{
      product: { ...fields, ...ofProduct },
      product_category: fields,
      product_collection: fields,
      shipping_option: fields,
    },
    ...{ address: fields, return: fields, gift_card: fields },
  },
  migrations: [AddFields],
})

const STORED = {
  x_text: 'Red',
  x_enum: 'gift_wrap',
  x_integer: 2,
  x_currency: 'eur',
  x_money: 35_000,
  x_number: 1.5,
  x_boolean: true,
  x_date: '2027-03-04',
  x_datetime: expect.stringMatching(/^2027-03-0[45]T/),
  x_list: ['Top', 'Glass'],
  x_json: { width: 3 },
}

async function fill(page: Page, scope: Page | Locator): Promise<void> {
  const text = (name: string) => scope.getByRole('textbox', { name, exact: true })
  await text('Ribbon').fill('Red')
  await scope.getByRole('combobox', { name: 'Wrapping' }).click()
  await page.getByRole('option', { name: 'Gift wrap' }).click()
  await text('Layers').fill('2')
  await text('Fee currency').fill('eur')
  await scope.getByLabel('Fee', { exact: true }).fill('350')
  await text('Weight in kg').fill('1.5')
  await scope.getByRole('combobox', { name: 'Fragile' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await scope.getByLabel('Packing day').fill('2027-03-04')
  await scope.getByLabel('Pickup').fill('2027-03-04T05:06')
  for (const mark of ['Top', 'Glass']) {
    await scope.getByRole('combobox', { name: 'Marks' }).fill(mark)
    await page.keyboard.press('Enter')
  }
  await text('Box').fill('{"width": 3}')
}

const plugins = [wrapping]

walk('fields of all types are edited in the dialog of a category, and shown there again', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  await console.visit('/products/categories')
  await page.getByRole('button', { name: 'New category' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Vases')
  await fill(page, dialog)
  await console.check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'detached' })
  const read = async () => (await shop.admin.get('/admin/product-categories')).body.product_categories[0]
  expect(await read()).toMatchObject(STORED)
  await page.getByRole('button', { name: 'More actions: Vases' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.poll(() => page.getByRole('dialog').getByRole('textbox', { name: 'Ribbon' }).inputValue()).toBe('Red')
})

walk('a shipping option and an address get fields of all types', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region, { name: 'By ship' })
  await console.visit(`/settings/regions/${region.id}`)
  await page
    .getByRole('row', { name: /By ship/ })
    .getByRole('button', { name: /Edit/ })
    .click()
  const dialog = page.getByRole('dialog')
  await fill(page, dialog)
  await console.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Ribbon: Red').waitFor()
  expect((await shop.admin.get(`/admin/shipping-options/${option.id}`)).body.shipping_option).toMatchObject(STORED)

  const order = await shop.given.order({ region, option })
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Edit the fields of Shipping address' }).click()
  const fieldsOfAddress = page.getByRole('dialog', { name: 'Shipping address' })
  await fill(page, fieldsOfAddress)
  await console.check()
  await fieldsOfAddress.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Ribbon: Red').waitFor()
  const { shipping_address } = (await shop.admin.get(`/admin/orders/${order.id}`)).body.order
  expect(shipping_address).toMatchObject({ ...STORED, address_1: order.shipping_address?.address_1 })
})

walk('a return gets fields of all types with its request', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const order = await shop.given.fulfilledOrder()
  await console.visit(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Request return' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: order.items[0]?.title }).fill('1')
  await fill(page, dialog)
  await console.check()
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await page.getByText('Ribbon: Red').waitFor()
  expect((await shop.admin.get('/admin/returns')).body.returns).toMatchObject([STORED])
  await console.check()
})

walk('new collections and gift cards get fields of all types', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  await console.visit('/products/collections/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Spring')
  await fill(page, page)
  await console.check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  expect((await shop.admin.get('/admin/collections')).body.collections).toMatchObject([STORED])

  const region = await shop.given.region({ name: 'Europe' })
  await console.visit('/promotions/gift-cards/new')
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: /Europe/ }).click()
  await page.getByLabel('Value', { exact: true }).fill('10')
  await fill(page, page)
  await console.check()
  await page.getByRole('button', { name: 'Issue gift card' }).last().click()
  await page.getByText('Ribbon').first().waitFor()
  await expect.poll(async () => (await shop.admin.get('/admin/gift-cards')).body.gift_cards).toMatchObject([STORED])
  await expectSuccess(shop.admin.get(`/admin/regions/${region.id}`))
})

walk(
  'a product names a collection, which the user finds by its title, and the list of products links to it',
  async () => {
    await using console = await openConsole({ plugins })
    const { page, shop } = console
    const { product_id } = await shop.given.variant()
    for (const title of ['Winter', 'Spring']) await expectSuccess(shop.admin.post('/admin/collections', { title }))
    await console.visit(`/products/${product_id}`)
    const season = page.getByRole('combobox', { name: 'Season' })
    await season.click()
    await season.fill('Spri')
    await page.getByRole('option', { name: 'Spring' }).click()
    await console.check()
    await page.getByRole('button', { name: 'Save' }).last().click()
    const read = async () => (await shop.admin.get(`/admin/products/${product_id}`)).text
    await expect.poll(read).toMatch(/"x_season":"pcol_/)
    await console.visit('/products')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Season' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Spring' }).click()
    await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
    await console.visit(`/products/${product_id}`)
    await expect.poll(() => season.inputValue()).toBe('Spring')
  },
)

walk('a product gets a public and a private file, which the user replaces and removes', async () => {
  await using console = await openConsole({ plugins })
  const { page, shop } = console
  const { product_id } = await shop.given.variant()
  await console.visit(`/products/${product_id}`)
  const of = (label: string) => page.locator('.mantine-InputWrapper-root', { hasText: label })
  const choose = (label: string, name: string, content: string) =>
    of(label)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) })
  await choose('Manual', 'large.pdf', '%PDF-'.padEnd(5001))
  await page.getByText('This file is too large. Choose one of at most 5 kB.').waitFor()
  await choose('Manual', 'manual.pdf', '%PDF-1.7')
  await of('Manual').getByRole('link', { name: 'manual.pdf' }).waitFor()
  await choose('Contract', 'contract.pdf', '%PDF-1.7 Contract')
  await of('Contract').getByRole('button', { name: 'contract.pdf' }).waitFor()
  await console.check()
  const read = async () => (await shop.admin.get(`/admin/products/${product_id}`)).text
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect.poll(read).toMatch(/"x_manual":"public\/manual-\w+\.pdf"/)
  expect(await read()).toMatch(/"x_contract":"protected\/contract-\w+\.pdf"/)
  await of('Manual').getByRole('button', { name: 'Remove file' }).click()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect.poll(read).toContain('"x_manual":null')
})
