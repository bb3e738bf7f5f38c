import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertRow, lockRow, lockRows } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { definePlugin, type Effects } from '#server/plugin/plugin.ts'
import { openTestShop } from '#test/support/shop.ts'
import { readNotes, StepNote, stepNotes } from '#test/support/step-notes.ts'

const clearMail = statement('update "order" set email = $2 where id = $1')

const FORBIDDEN: readonly [string, (em: EntityManager, order: { id: string; customer_id: string }) => unknown][] = [
  ['a statement', (em, { id }) => clearMail(em, id, 'x@example.com')],
  ['nativeUpdate', (em, { id }) => em.nativeUpdate(Order, { id }, { email: 'x@example.com' })],
  ['an entity', async (em, { id }) => Object.assign(await em.findOneOrFail(Order, { id }), { email: 'x@example.com' })],
  [
    'a tracked row',
    async (em, { id }) => {
      const row = await lockRow(em, Order, { id })
      if (row) row.tax_rate = 3
    },
  ],
  ['a new row', (em) => void insertRow(em, Customer, { email: 'x@example.com' })],
  [
    'a deletion',
    (em, { id }) => em.execute('with gone as (delete from payment where order_id = ? returning 1) select 1', [id]),
  ],
  ['a lock of other rows', (em, { customer_id }) => lockRows(em, Customer, { id: customer_id })],
  ['a definition', (em) => em.execute('create table effect_table (id text)')],
]

test.each(FORBIDDEN)('an effect that changes the core by %s fails and changes nothing', async (_, write) => {
  let isOn = true
  const effects: Effects = {
    'cart.complete': async ({ em, order }) => {
      insertRow(em, StepNote, { text: 'note' })
      if (isOn && order) await write(em, { id: order.id, customer_id: order.customer_id })
    },
  }
  const plugins = [definePlugin({ name: 'noting', ...stepNotes, effects })]
  await using shop = await openTestShop({ plugins, logger: pino({ level: 'silent' }) })
  const cart = await shop.given.payableCart()
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(500)
  expect(await readNotes(shop)).toEqual([])
  expect(await shop.orm.em.fork().count(Order)).toBe(0)
  isOn = false
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(200)
})
