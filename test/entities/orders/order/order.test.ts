import { expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'

const orderWith = (columns: Partial<Order>): Order =>
  Object.assign(new Order(), {
    status: 'pending',
    fulfillment_status: 'not_fulfilled',
    payment_status: 'awaiting',
    ...columns,
  })

test('an order is completed once', () => {
  const order = orderWith({})
  expect(order.complete()).toBe(true)
  expect(order.complete()).toBe(false)
  expect(order.status).toBe('completed')
})

test.each([
  ['canceled', 'A canceled order cannot be completed'],
  ['archived', 'An archived order cannot be completed'],
] as const)('an order that is %s cannot be completed', (status, message) => {
  expect(() => orderWith({ status }).complete()).toThrow(message)
})

test('an order can be archived only after its completion', () => {
  const order = orderWith({})
  expect(() => order.archive()).toThrow("Can't archive an unprocessed order")
  order.complete()
  order.archive()
  expect(order.status).toBe('archived')
})

test('an order changes no status if one of its transitions is not allowed', () => {
  const order = orderWith({ fulfillment_status: 'shipped' })
  expect(() => order.cancel()).toThrow('An order that is shipped cannot become canceled')
  expect(order).toMatchObject({ status: 'pending', fulfillment_status: 'shipped', payment_status: 'awaiting' })
})

test('an order is paid when its last payment is captured and the customer owes nothing', () => {
  const captured = { amount: 100, amount_refunded: 0, captured_at: new Date() }
  const order = orderWith({})
  expect(order.syncPayment([captured, { amount: 50, amount_refunded: 0 }], 0)).toBe(false)
  expect(order.syncPayment([captured], 20)).toBe(false)
  expect(order).toMatchObject({ payment_status: 'awaiting', difference_due: 20 })
  expect(order.syncPayment([captured], 0)).toBe(true)
  expect(order.syncPayment([captured], 0)).toBe(false)
  expect(order).toMatchObject({ payment_status: 'captured', difference_due: 0 })
})
