import type { z } from 'zod'
import { alwaysInclude, resource, type ToOne, toOne } from '../reading/resource.ts'
import { ClaimResource, type ClaimView } from './claim.ts'
import { FulfillmentResource } from './fulfillment.ts'
import { StoredOrder, type StoredOrderView } from './stored-order.ts'
import { SwapResource, type SwapView } from './swap.ts'

/** A fulfillment for the administration, with the order, claim or swap that it belongs to. */
export const AdminFulfillment = resource('AdminFulfillment', FulfillmentResource.shape, {
  get order(): ToOne<StoredOrderView> {
    return toOne(StoredOrder)
  },
  get claim_order(): ToOne<ClaimView> {
    return toOne(ClaimResource)
  },
  get swap(): ToOne<SwapView> {
    return toOne(SwapResource)
  },
})
alwaysInclude(AdminFulfillment, ['items'])

export interface AdminFulfillmentView extends z.output<typeof AdminFulfillment> {}
