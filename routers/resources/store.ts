import { z } from 'zod'
import { metadata, timestamps } from '../inputs/common.ts'
import { resource, toMany, toOne } from '../reading/resource.ts'
import { CurrencyResource, FulfillmentProviderResource, PaymentProviderResource } from './region.ts'
import { SalesChannelResource } from './sales-channel.ts'

const columns = {
  id: z.string(),
  ...timestamps,
  ...metadata,
  name: z.string(),
  default_currency_code: z.string(),
  swap_link_template: z.string().nullable(),
  payment_link_template: z.string().nullable(),
  invite_link_template: z.string().nullable(),
  default_location_id: z.string().nullable(),
  default_sales_channel_id: z.string(),
}

const relations = {
  currencies: toMany(CurrencyResource),
  default_currency: toOne(CurrencyResource),
  default_sales_channel: toOne(SalesChannelResource),
}

export const StoreResource = resource('Store', columns, relations)

/** The store, and what this server offers it. */
export const ExtendedStoreResource = resource(
  'ExtendedStore',
  {
    ...columns,
    feature_flags: z.array(z.object({ key: z.string(), value: z.boolean() })),
    modules: z.array(z.object({ module: z.string(), resolution: z.string() })),
  },
  {
    ...relations,
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  },
)
export interface StoreView extends z.output<typeof StoreResource> {}
export interface ExtendedStoreView extends z.output<typeof ExtendedStoreResource> {}
