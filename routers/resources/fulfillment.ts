import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { alwaysInclude, resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { StoredLine, type StoredLineView } from './line-item.ts'
import { FulfillmentProviderResource, type FulfillmentProviderView } from './region.ts'

const text = z.string().nullable()

export const TrackingLinkResource = resource('TrackingLink', {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  url: text,
  tracking_number: z.string(),
  fulfillment_id: z.string(),
  idempotency_key: text,
})

export const FulfillmentItemResource = resource(
  'FulfillmentItem',
  { fulfillment_id: z.string(), item_id: z.string(), quantity: z.int() },
  {
    get item(): ToOne<StoredLineView> {
      return toOne(StoredLine)
    },
  },
)

export const FulfillmentResource = resource(
  'Fulfillment',
  {
    id: z.string(),
    ...timestamps,
    ...metadata,
    claim_order_id: text,
    swap_id: text,
    order_id: text,
    no_notification: z.boolean().nullable(),
    provider_id: z.string(),
    location_id: text,
    tracking_numbers: z.array(z.string()),
    data: z.record(z.string(), z.unknown()),
    shipped_at: z.date().nullable(),
    canceled_at: z.date().nullable(),
    idempotency_key: text,
  },
  {
    get items(): ToMany<FulfillmentItemView> {
      return toMany(FulfillmentItemResource)
    },
    get tracking_links(): ToMany<TrackingLinkView> {
      return toMany(TrackingLinkResource)
    },
    get provider(): ToOne<FulfillmentProviderView> {
      return toOne(FulfillmentProviderResource)
    },
  },
)
alwaysInclude(FulfillmentResource, ['items'])

export interface TrackingLinkView extends z.output<typeof TrackingLinkResource> {}
export interface FulfillmentItemView extends z.output<typeof FulfillmentItemResource> {}
export interface FulfillmentView extends z.output<typeof FulfillmentResource> {}
