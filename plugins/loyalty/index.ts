import { definePlugin, inTransaction } from 'cartwright'
import { AddRedeemedPoints, AddRefundedPoints, CreatePoints } from './create-points.ts'
import { earnPoints, followRefunds, reversePoints } from './points.ts'
import { PointsEntry } from './points-entry.ts'
import { admin, store } from './procedures.ts'
import { fields, redeemPoints, requireOwner, requirePoints } from './redeem-points.ts'
import { settings } from './settings.ts'

/** Customers get points for orders, pay with points, and lose the points of refunds and canceled orders. */
export const loyalty = definePlugin({
  name: 'loyalty',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [PointsEntry],
  migrations: [CreatePoints, AddRedeemedPoints, AddRefundedPoints],
  admin,
  store,
  rules: { 'cart.update': requireOwner, 'cart.complete': requirePoints },
  prices: redeemPoints,
  on: {
    'order.placed': ({ payload }, shop) => earnPoints(shop.em, payload.id, settings.of(shop).LOYALTY_AMOUNT_PER_POINT),
    'payment.payment_refund_created': ({ payload }, { em }) =>
      inTransaction(em, (tx) => followRefunds(tx, payload.order_id)),
    'payment.payment_refund_failed': ({ payload }, { em }) =>
      inTransaction(em, (tx) => followRefunds(tx, payload.order_id)),
    'order.canceled': ({ payload }, { em }) => inTransaction(em, (tx) => reversePoints(tx, payload.id)),
  },
})
