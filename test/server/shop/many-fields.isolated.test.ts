import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { findRows, lockRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

/** More than a number of 64 bits can list, and the names of values in the statement. */
const NAMES = ['changed', 'given', ...Array.from({ length: 64 }, (_, number) => `note_${number}`)]

class AddNotes extends Migration {
  override up(): void {
    this.addSql(`alter table customer ${NAMES.map((name) => `add ${name} text`).join(', ')}`)
  }
}

const remarks = definePlugin({
  name: 'remarks',
  fields: { customer: Object.fromEntries(NAMES.map((name) => [name, field.text({ writableBy: ['admin'] })])) },
  migrations: [AddNotes],
})

test('an entity can have more fields of plugins than a number has bits', async () => {
  await using shop = await openTestShop({ plugins: [remarks] })
  const [one, other] = [await shop.given.customer(), await shop.given.customer()]
  const change = { first_name: 'Ada', changed: 'a', given: 'b', note_0: 'first', note_63: 'last' }
  await expectSuccess(shop.admin.post(`/admin/customers/${one.id}`, change))
  await expectSuccess(shop.admin.post(`/admin/customers/${one.id}`, { note_0: null, note_62: 'next' }))
  const { customer } = await expectSuccess(shop.admin.get(`/admin/customers/${one.id}`))
  expect(customer).toMatchObject({ ...change, note_0: null, note_62: 'next', email: one.email })
  await inTransaction(shop.orm.em.fork(), async (em) => {
    for (const { id } of [one, other]) Object.assign((await lockRow(em, Customer, { id }))!, { note_63: id })
    await em.flush()
  })
  const rows = await findRows(shop.orm.em.fork(), Customer, { id: [one.id, other.id] })
  expect(rows.map((row) => [row.id, 'note_63' in row && row.note_63])).toEqual(rows.map(({ id }) => [id, id]))
})
