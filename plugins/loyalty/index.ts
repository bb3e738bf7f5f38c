import { definePlugin, inTransaction } from 'cartwright'
import { AddRedeemedPoints, CreatePoints } from './create-points.ts'
import { canEarnPoints, earnPoints, reversePoints } from './points.ts'
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
    async 'order.placed'({ payload: { id } }, shop) {
      const { LOYALTY_AMOUNT_PER_POINT } = settings.of(shop)
      if (await canEarnPoints(shop.em, id))
        await inTransaction(shop.em, (em) => earnPoints(em, id, LOYALTY_AMOUNT_PER_POINT))
    },
    async 'order.canceled'({ payload: { id } }, { em }) {
      await inTransaction(em, (tx) => reversePoints(tx, id))
    },
  },
})
