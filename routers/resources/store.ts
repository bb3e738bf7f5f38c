import { z } from 'zod'
import { Store } from '#entities/market/store/store.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { CurrencyResource, FulfillmentProviderResource, PaymentProviderResource } from './region.ts'
import { SalesChannelResource } from './sales-channel.ts'

const relations = () => ({
  currencies: toMany(CurrencyResource),
  default_currency: toOne(CurrencyResource),
  default_sales_channel: toOne(SalesChannelResource),
})

export const StoreResource = defineResource({ name: 'Store', entity: Store, columns: columnsOf(Store), relations })

export const ExtendedStoreResource = defineResource({
  name: 'ExtendedStore',
  entity: Store,
  columns: columnsOf(Store),
  added: {
    feature_flags: z.array(z.object({ key: z.string(), value: z.boolean() })),
    modules: z.array(z.object({ module: z.string(), resolution: z.string() })),
  },
  relations,
  addedRelations: () => ({
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  }),
})
