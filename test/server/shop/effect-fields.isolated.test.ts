import { Migration } from '@mikro-orm/migrations'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { entityWithFields } from '#entities/platform/field/entity-with-fields.ts'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { cartPath } from '#test/support/card-shop.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const text = () => field.text({ personal: false })
const fields = { order: { invoice_no: text() }, line_item: { licence: text() }, customer: { rank: text() } }

class AddColumns extends Migration {
  override up(): void {
    this.addSql('alter table "order" add invoice_no text')
    this.addSql('alter table line_item add licence text')
    this.addSql('alter table customer add rank text')
  }
}

let setsRank = false
const invoices = definePlugin({
  name: 'invoices',
  fields,
  migrations: [AddColumns],
  effects: {
    'cart.complete': async ({ em, cart, order }) => {
      if (!order) return
      const [line] = cart.items
      await em.nativeUpdate(
        entityWithFields(Order, fields.order),
        { id: order.id },
        { invoice_no: `R-${order.display_id}` },
      )
      if (line) await em.nativeUpdate(entityWithFields(LineItem, fields.line_item), { id: line.id }, { licence: 'KEY' })
      const customer = entityWithFields(Customer, fields.customer)
      if (setsRank) await em.nativeUpdate(customer, { id: order.customer_id }, { rank: 'gold' })
    },
    'order.cancel': async ({ em, order }) => {
      await em.nativeUpdate(entityWithFields(Order, fields.order), { id: order.id }, { invoice_no: null })
    },
  },
})

test('an effect sets fields of the rows of its step, and the response has them', async () => {
  await using shop = await openTestShop({ plugins: [invoices], logger: pino({ level: 'silent' }) })
  const cart = await shop.given.payableCart()
  const completion = await expectSuccess(shop.post(`${cartPath(cart)}/complete`))
  if (completion.type !== 'order') throw new Error('The cart became no order')
  const { data } = completion
  expect(data).toMatchObject({ invoice_no: `R-${data.display_id}`, items: [{ licence: 'KEY' }] })
  const { order } = await expectSuccess(shop.admin.post(`/admin/orders/${data.id}/cancel`))
  expect(order).toMatchObject({ status: 'canceled', invoice_no: null })
  setsRank = true
  const other = await shop.given.payableCart()
  expect((await shop.post(`${cartPath(other)}/complete`)).status).toBe(500)
  setsRank = false
  expect((await shop.post(`${cartPath(other)}/complete`)).status).toBe(200)
})
