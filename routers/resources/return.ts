import { Return } from '#entities/orders/return/return.ts'
import { ReturnItem } from '#entities/orders/return/return-item.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AdminShippingMethod } from './admin-line-item.ts'
import { ClaimResource } from './claim.ts'
import { ShippingMethodResource, StoredLine } from './line-item.ts'
import { StoredOrder } from './stored-order.ts'
import { SwapResource } from './swap.ts'

const returnReason = defineResource({
  name: 'ReturnReason',
  entity: ReturnReason,
  columns: columnsOf(ReturnReason),
  occasional: shownTranslations,
  relations: () => ({
    parent_return_reason: toOne(ReturnReasonResource),
    return_reason_children: toMany(ReturnReasonResource),
  }),
})
export interface ReturnReasonView extends RowOf<typeof returnReason> {}
export const ReturnReasonResource: Resource<ReturnReasonView> = returnReason

const ReturnItemResource = defineResource({
  name: 'ReturnItem',
  entity: ReturnItem,
  columns: columnsOf(ReturnItem, { omit: ['refund_amount', 'value'] }),
  relations: () => ({ item: toOne(StoredLine), reason: toOne(ReturnReasonResource) }),
})

const returnResource = defineResource({
  name: 'Return',
  entity: Return,
  fields: 'return',
  columns: columnsOf(Return),
  relations: () => ({
    items: toMany(ReturnItemResource),
    shipping_method: toOne(AdminShippingMethod),
    order: toOne(StoredOrder),
    swap: toOne(SwapResource),
    claim_order: toOne(ClaimResource),
  }),
  alwaysInclude: ['items'],
})
export interface ReturnView extends RowOf<typeof returnResource> {}
export const ReturnResource: Resource<ReturnView> = returnResource

export const StoreReturn = defineResource({
  name: 'StoreReturn',
  entity: Return,
  fields: 'return',
  columns: columnsOf(Return),
  relations: () => ({ items: toMany(ReturnItemResource), shipping_method: toOne(ShippingMethodResource) }),
  alwaysInclude: ['items'],
})
