import { z } from 'zod'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { FulfillmentItem } from '#entities/orders/fulfillment/fulfillment-item.ts'
import { TrackingLink } from '#entities/orders/fulfillment/tracking-link.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { StoredLine } from './line-item.ts'
import { FulfillmentProviderResource } from './region.ts'

const TrackingLinkResource = defineResource({
  name: 'TrackingLink',
  entity: TrackingLink,
  columns: columnsOf(TrackingLink),
})

const FulfillmentItemResource = defineResource({
  name: 'FulfillmentItem',
  entity: FulfillmentItem,
  columns: columnsOf(FulfillmentItem),
  relations: () => ({ item: toOne(StoredLine) }),
})

export const fulfillmentColumns = {
  ...columnsOf(Fulfillment, { omit: ['tracking_numbers', 'delivered_at'] }),
  tracking_numbers: z.array(z.string()),
}

export const fulfillmentRelations = () => ({
  items: toMany(FulfillmentItemResource),
  tracking_links: toMany(TrackingLinkResource),
  provider: toOne(FulfillmentProviderResource),
})

export const FulfillmentResource = defineResource({
  name: 'Fulfillment',
  entity: Fulfillment,
  columns: fulfillmentColumns,
  relations: fulfillmentRelations,
  alwaysInclude: ['items'],
})
