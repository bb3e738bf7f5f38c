import { definePlugin, inTransaction } from 'cartwright'
import { AddRedeemedPoints, CreatePoints } from './create-points.ts'
import { earnPoints, reversePoints } from './points.ts'
import { PointsEntry } from './points-entry.ts'
import { admin, store } from './procedures.ts'
import { fields, redeemPoints, requirePoints } from './redeem-points.ts'
import { settings } from './settings.ts'

/** Customers get points for orders, pay with points, and lose the points of canceled orders. */
export const loyalty = definePlugin({
  name: 'loyalty',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [PointsEntry],
  migrations: [CreatePoints, AddRedeemedPoints],
  admin,
  store,
  rules: { 'cart.complete': requirePoints },
  prices: redeemPoints,
  on: {
    'order.placed': ({ payload }, shop) => earnPoints(shop.em, payload.id, settings.of(shop).LOYALTY_AMOUNT_PER_POINT),
    'order.canceled': ({ payload }, { em }) => inTransaction(em, (tx) => reversePoints(tx, payload.id)),
  },
})
