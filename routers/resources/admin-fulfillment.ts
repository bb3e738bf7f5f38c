import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { defineResource, type Resource, type RowOf, toOne } from '../reading/define-resource.ts'
import { ClaimResource } from './claim.ts'
import { fulfillmentColumns, fulfillmentRelations } from './fulfillment.ts'
import { StoredOrder } from './stored-order.ts'
import { SwapResource } from './swap.ts'

const fulfillment = defineResource({
  name: 'AdminFulfillment',
  entity: Fulfillment,
  columns: fulfillmentColumns,
  relations: () => ({
    ...fulfillmentRelations(),
    order: toOne(StoredOrder),
    claim_order: toOne(ClaimResource),
    swap: toOne(SwapResource),
  }),
  alwaysInclude: ['items'],
})
export interface AdminFulfillmentView extends RowOf<typeof fulfillment> {}

export const AdminFulfillment: Resource<AdminFulfillmentView> = fulfillment
