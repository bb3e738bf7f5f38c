import { definePlugin } from 'cartwright'
import { AddRedeemedPoints, AddRefundedPoints, CreatePoints, GivePointsCurrency, MovePoints } from './create-points.ts'
import { earnPoints, fields, followRefunds, points, reversePoints } from './points.ts'
import { settings } from './settings.ts'

/** Customers get points for orders, pay with points, and lose the points of refunds and canceled orders. */
export const loyalty = definePlugin({
  name: 'loyalty',
  cartwright: '^0.1.0',
  settings,
  fields,
  migrations: [CreatePoints, AddRedeemedPoints, AddRefundedPoints, MovePoints, GivePointsCurrency],
  tenders: [points],
  effects: {
    'cart.complete': earnPoints,
    'order.refund': followRefunds,
    'order.failRefund': followRefunds,
    'order.cancel': reversePoints,
  },
})
