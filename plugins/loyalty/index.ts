import { definePlugin, inTransaction } from 'cartwright'
import { CreatePoints } from './create-points.ts'
import { earnPoints, reversePoints } from './points.ts'
import { PointsEntry } from './points-entry.ts'
import { admin, store } from './procedures.ts'
import { settings } from './settings.ts'

/** Customers get points for orders and lose them if the order is canceled. */
export const loyalty = definePlugin({
  name: 'loyalty',
  cartwright: '^0.1.0',
  settings,
  entities: [PointsEntry],
  migrations: [CreatePoints],
  admin,
  store,
  on: {
    async 'order.placed'({ payload }, shop) {
      const { LOYALTY_AMOUNT_PER_POINT } = settings.of(shop)
      await inTransaction(shop.em, (em) => earnPoints(em, payload.id, LOYALTY_AMOUNT_PER_POINT))
    },
    async 'order.canceled'({ payload }, { em }) {
      await inTransaction(em, (tx) => reversePoints(tx, payload.id))
    },
  },
})
