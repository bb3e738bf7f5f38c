import { expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'

const { shop, orders, edits, placeEditableOrder, violations } = await useOrderEditShop()

/** A captured order that an edit made 1200 cheaper or more expensive. */
async function editOrder(quantity: number) {
  const { order, first } = await placeEditableOrder()
  await orders.act(order, 'capture')
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, first), quantity)
  await edits.act(edit, 'confirm')
  return order
}

test('a command stores the differences of orders that an older version edited', async () => {
  const [lowered, raised, right] = [await editOrder(1), await editOrder(3), await editOrder(1)]
  await changeRows(shop, Order, { id: [lowered.id, raised.id] }, { difference_due: 0, payment_status: 'captured' })
  expect(await violations()).toMatchObject([{ name: 'difference-drift', count: 2 }])
  const repair = () => runSharedCommand(['orders', 'repair'], { DATABASE_URL: shop.databaseUrl })
  const { code, stdout } = await repair()
  expect(code).toBe(0)
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [`${lowered.id} -1200`, `${raised.id} 1200`, 'Repaired 2 orders.'].toSorted(),
  )
  expect(await orders.readOrder(lowered)).toMatchObject({ difference_due: -1200, payment_status: 'captured' })
  expect(await orders.readOrder(raised)).toMatchObject({ difference_due: 1200, payment_status: 'awaiting' })
  expect(await orders.readOrder(right)).toMatchObject({ difference_due: -1200 })
  expect(await repair()).toMatchObject({ code: 0, stdout: 'No wrong differences found.\n' })
})
