import { ClaimImage } from '#entities/orders/claim/claim-image.ts'
import { ClaimItem } from '#entities/orders/claim/claim-item.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { ClaimTag } from '#entities/orders/claim/claim-tag.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { AddressResource } from './address.ts'
import { AdminFulfillment } from './admin-fulfillment.ts'
import { AdminLineItem, AdminShippingMethod } from './admin-line-item.ts'
import { FulfillmentResource } from './fulfillment.ts'
import { LineItemResource, StoredLine } from './line-item.ts'
import { ProductVariantResource } from './product.ts'
import { ReturnResource } from './return.ts'
import { StoredOrder } from './stored-order.ts'

export const ClaimImageResource = defineResource({
  name: 'ClaimImage',
  entity: ClaimImage,
  columns: columnsOf(ClaimImage),
})

const ClaimTagResource = defineResource({ name: 'ClaimTag', entity: ClaimTag, columns: columnsOf(ClaimTag) })

const ClaimItemResource = defineResource({
  name: 'ClaimItem',
  entity: ClaimItem,
  columns: columnsOf(ClaimItem, { omit: ['refund_amount', 'value'] }),
  relations: () => ({
    images: toMany(ClaimImageResource),
    tags: toMany(ClaimTagResource),
    item: toOne(StoredLine),
    variant: toOne(ProductVariantResource),
  }),
})

const claim = defineResource({
  name: 'ClaimOrder',
  entity: ClaimOrder,
  fields: 'claim',
  columns: columnsOf(ClaimOrder),
  relations: () => ({
    order: toOne(StoredOrder),
    claim_items: toMany(ClaimItemResource),
    additional_items: toMany(AdminLineItem),
    return_order: toOne(ReturnResource),
    shipping_methods: toMany(AdminShippingMethod),
    fulfillments: toMany(AdminFulfillment),
    shipping_address: toOne(AddressResource),
  }),
})
export interface ClaimView extends RowOf<typeof claim> {}
export const ClaimResource: Resource<ClaimView> = claim

export const storeClaimRelations = () => ({
  additional_items: toMany(LineItemResource),
  fulfillments: toMany(FulfillmentResource),
})

export const StoreClaim = defineResource({
  name: 'StoreClaim',
  entity: ClaimOrder,
  fields: 'claim',
  columns: columnsOf(ClaimOrder),
  relations: storeClaimRelations,
})
