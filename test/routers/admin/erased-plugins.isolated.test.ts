import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { field } from '#entities/platform/field/field.ts'
import { readPluginRecords, savePluginRecords } from '#entities/privacy/plugin-records.ts'
import { removedPlugins } from '#server/database/record-plugins.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

class AddNotes extends Migration {
  override up(): void {
    this.addSql(`alter table line_item add gift_note text default 'Dear Eva', add wish text`)
    this.addSql(
      'create table removed_card (id text primary key, order_id text not null references "order", text text not null)',
    )
  }
}

const both = { writableBy: ['store'] } as const
const notes = definePlugin({
  name: 'gift-notes',
  fields: { line_item: { wish: field.text({ ...both, personal: true }) } },
  migrations: [AddNotes],
})

/** The plugin added a column and a table, and the shop no longer lists it. */
const removed = {
  name: 'removed',
  tables: [
    {
      name: 'line_item',
      personal: [
        { column: 'gift_note', options: {} },
        { column: 'dropped', options: {} },
      ],
      hidden: [],
      links: [],
    },
    { name: 'removed_card', personal: [{ column: 'text', options: {} }], hidden: [], links: [] },
    { name: 'dropped_table', personal: [{ column: 'text', options: {} }], hidden: [], links: [] },
  ],
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [notes] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const execute = <Found extends object>(sql: string, values: string[]) =>
  shop.orm.em.fork().execute<Found[]>(sql, values)

test('a migrated shop records the personal columns of its plugins', async () => {
  const records = await readPluginRecords(shop.orm.em.fork())
  expect(records).toEqual([
    {
      name: 'gift-notes',
      tables: [{ name: 'line_item', personal: [{ column: 'wish', options: {} }], hidden: [], links: [] }],
    },
  ])
  expect(await removedPlugins(shop.orm, [])).toEqual([
    expect.stringContaining('the plugin gift-notes, which the shop lacks'),
  ])
})

test('an erasure reaches the columns of a removed plugin, and can be repeated', async () => {
  await savePluginRecords(shop.orm.em.fork(), [removed])
  const customer = await shop.given.customer()
  const order = await shop.given.order({ by: customer, email: customer.email })
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  const write = async () => {
    await execute('insert into removed_card values (?, ?, ?) on conflict (id) do update set text = excluded.text', [
      'card',
      order.id,
      'Dear Eva',
    ])
  }
  const read = async () => [
    ...(await execute<{ text: string | null }>('select gift_note as text from line_item where order_id = ?', [
      order.id,
    ])),
    ...(await execute<{ text: string | null }>('select text from removed_card where order_id = ?', [order.id])),
  ]
  for (let i = 0; i < 2; i++) {
    await write()
    const { erased } = await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}/erase`))
    expect(erased).toBe(true)
    expect(await read()).toEqual([{ text: null }, { text: 'erased' }])
  }
  expect((await shop.admin.post('/admin/customers/cus_unknown/erase')).status).toBe(404)
})
