import { mergeRouters } from '../../procedures/trpc.ts'
import { claims } from './claims.ts'
import { explainTotals } from './explain-totals.ts'
import { fulfillments } from './fulfillments.ts'
import { orderPayments } from './order-payments.ts'
import { orderStates } from './order-states.ts'
import { orderTags } from './order-tags.ts'
import { packing } from './packing.ts'
import { pastOrders } from './past.ts'
import { orderPaymentLinks } from './payment-links.ts'
import { orderRead } from './read.ts'
import { orderReservations } from './reservations.ts'
import { returnableQuantities } from './returnable-quantities.ts'
import { returns } from './returns.ts'
import { swaps } from './swaps.ts'
import { orderUpdate } from './update.ts'

export const orders = mergeRouters(
  orderRead,
  pastOrders,
  explainTotals,
  orderTags,
  orderUpdate,
  orderPayments,
  orderPaymentLinks,
  orderStates,
  fulfillments,
  orderReservations,
  packing,
  returnableQuantities,
  returns,
  claims,
  swaps,
)
