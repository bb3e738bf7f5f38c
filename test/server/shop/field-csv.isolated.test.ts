import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { errorMessagesOf, productRow, type Row } from '#test/support/import-shop.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

class AddFields extends Migration {
  override up(): void {
    this.addSql(`alter table product add care_label text, add weightless boolean not null default false,
      add density double precision, add rating double precision not null default 0`)
    this.addSql(`alter table product_variant add "group" integer not null default 7, add sold_from timestamptz(3)`)
    this.addSql(`alter table "order" add gift_note text`)
  }
}

const byAdmin = { writableBy: ['admin'] } as const
const labels = definePlugin({
  name: 'labels',
  fields: {
    product: {
      care_label: field.text({ maxLength: 20, ...byAdmin }),
      weightless: field.boolean({ default: false, ...byAdmin }),
      density: field.number(byAdmin),
      rating: field.number({ default: 0 }),
    },
    variant: { group: field.integer({ default: 7, ...byAdmin }), sold_from: field.datetime(byAdmin) },
    order: { gift_note: field.text(byAdmin) },
  },
  migrations: [AddFields],
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [labels], demo: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const importRows = async (rows: Row[]) =>
  runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(rows)) })

async function exportRows(type: 'product-export' | 'order-export', context = {}) {
  const { result } = await runJob(shop, type, context)
  return readCsv(await readFileText(shop, result.file_key)).rows
}

const exportedRow = async (handle: string) =>
  (await exportRows('product-export')).find((row) => row['Product Handle'] === handle)

const row = productRow({
  'Product Handle': 'labelled',
  'Product Care Label': 'Wash cold',
  'Product Density': '-0.25',
  'Variant Group': 3,
  'Variant Sold From': '2027-01-31T12:00:00+01:00',
})

const exported = {
  'Product Care Label': 'Wash cold',
  'Product Weightless': 'false',
  'Product Density': '-0.25',
  'Variant Group': '3',
  'Variant Sold From': '2027-01-31T11:00:00.000Z',
}

test('an import creates and changes the fields, and an export contains them', async () => {
  expect((await importRows([row])).status).toBe('completed')
  const first = await exportedRow('labelled')
  expect(first).toMatchObject(exported)
  const changed = { ...first, 'Product Care Label': 'Iron', 'Product Weightless': 'TRUE', 'Product Density': '' }
  expect((await importRows([changed])).status).toBe('completed')
  const second = await exportedRow('labelled')
  expect(second).toMatchObject({ 'Product Care Label': 'Iron', 'Product Weightless': 'true', 'Variant Group': '3' })
  expect(second).not.toHaveProperty('Product Density')
})

test('an import ignores a field that administrators may not set, and an empty cell of a field with a default', async () => {
  const given = { ...row, 'Product Handle': 'defaults', 'Product Rating': 5, 'Variant Group': '' }
  expect((await importRows([given])).status).toBe('completed')
  const kept = await exportedRow('defaults')
  expect(kept).toMatchObject({ 'Variant Group': '7' })
  expect(kept).not.toHaveProperty('Product Rating')
})

test.each([
  ['Product Care Label', 'x'.repeat(21), 'must have at most 20 characters'],
  ['Product Weightless', 'maybe', 'must be true or false'],
  ['Product Density', '1e999', 'must be a number'],
  ['Variant Group', '1.5', 'must be an integer number'],
  ['Variant Sold From', 'tomorrow', 'must be a time such as 2027-01-31T12:00:00Z'],
])('an invalid value of %s is an error of its row', async (title, value, message) => {
  const job = await importRows([{ ...row, 'Product Handle': 'invalid', [title]: value }])
  expect(job.status).toBe('failed')
  expect(errorMessagesOf(job)).toEqual([expect.stringContaining(`${title} ${message} (line 2)`)])
})

test('an import refuses a column of an unknown field', async () => {
  const job = await importRows([{ ...row, 'Product Flavour': 'Mint' }])
  expect(errorMessagesOf(job)).toEqual([expect.stringContaining('Unable to treat column Product Flavour')])
})

test('an export of orders contains their fields, or only the selected ones', async () => {
  const { id } = await shop.given.order()
  await shop.admin.post(`/admin/orders/${id}`, { gift_note: '=Happy' })
  expect(await exportRows('order-export')).toMatchObject([{ Order_ID: id, 'Order Gift Note': "'=Happy" }])
  const [selected] = await exportRows('order-export', { list_config: {}, fields: 'id,status' })
  expect(selected).not.toHaveProperty('Order Gift Note')
})
