import { Migration } from '@mikro-orm/migrations'
import { definePlugin, defineShop, field, ProductVariant } from 'cartwright'
import { promises } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const TABLES = ['product', 'variant', 'customer', 'order', 'region', 'cart', 'line_item'] as const

const COLUMNS = {
  a_text: 'text',
  a_code: 'text',
  an_enum: 'text',
  an_integer: 'integer',
  a_bounded: 'integer',
  an_amount: 'integer',
  a_number: 'double precision',
  a_boolean: 'boolean',
  a_date: 'date',
  a_datetime: 'timestamptz(3)',
  a_list: 'text[]',
  numbers: 'double precision[]',
  a_json: 'jsonb',
  a_file: 'text references upload',
  a_relation: 'text references product_variant on delete set null',
}

class AddColumns extends Migration {
  override up(): void {
    const columns = Object.entries(COLUMNS).map(([name, type]) => `add ${name} ${type}`)
    for (const table of TABLES)
      this.addSql(`alter table "${table === 'variant' ? 'product_variant' : table}" ${columns.join(', ')}`)
    for (const table of ['product', 'product_variant', 'customer', '"order"', 'region', 'cart', 'line_item'])
      for (const column of ['a_relation', 'a_file']) this.addSql(`create index on ${table} (${column})`)
  }
}

const common = { writableBy: ['admin', 'store'], personal: false } as const
const each = {
  a_text: field.text(common),
  a_code: field.text({ pattern: /[A-Z]{2}\d{1,3}/, example: 'AB1', ...common }),
  an_enum: field.enum(['small', 'İ', "it's"], common),
  an_integer: field.integer(common),
  a_bounded: field.integer({ min: -2, max: 7, ...common }),
  an_amount: field.money({ currency: 'a_code', ...common }),
  a_number: field.number(common),
  a_boolean: field.boolean(common),
  a_date: field.date(common),
  a_datetime: field.datetime(common),
  a_list: field.list(field.text({ maxLength: 40 }), common),
  numbers: field.list(field.number(), common),
  a_json: field.json(z.json(), common),
  a_file: field.file({ accept: ['image/png'], writableBy: ['admin'], personal: false }),
  a_relation: field.relation(ProductVariant, { onDelete: 'clear', ...common }),
}
const fields = Object.fromEntries(TABLES.map((table) => [table, each]))
const shop = defineShop({ plugins: [definePlugin({ name: 'typed', migrations: [AddColumns], fields })] })

test('each type keeps each value that it accepts, in each table', async () => {
  const promise = promises(shop, 'typed').find(({ name }) => name.endsWith('fields keep each value or refuse it'))
  await expect(promise?.check()).resolves.toBeUndefined()
})
