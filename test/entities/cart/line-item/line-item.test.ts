import { expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'

const createLine = (columns: Partial<LineItem> = {}) => Object.assign(new LineItem(), { quantity: 3, ...columns })

test('a line records its fulfillments, shipments and returns', () => {
  const line = createLine()
  line.recordFulfillment(2)
  line.recordFulfillment(1)
  line.recordShipment(2)
  line.recordReturn(1)
  expect(line).toMatchObject({ fulfilled_quantity: 3, shipped_quantity: 2, returned_quantity: 1 })
  expect(line.unfulfilledQuantity()).toBe(0)
})

test('a line rejects a fulfillment of more items than it has', () => {
  const line = createLine({ fulfilled_quantity: 2 })
  expect(() => line.recordFulfillment(2)).toThrow('Cannot fulfill more items than have been purchased')
  expect(line.fulfilled_quantity).toBe(2)
})

test('the items of a canceled fulfillment can be fulfilled again', () => {
  const line = createLine({ fulfilled_quantity: 3 })
  line.cancelFulfillment(2)
  expect(line.unfulfilledQuantity()).toBe(2)
  line.recordFulfillment(2)
  expect(line.fulfilled_quantity).toBe(3)
})
