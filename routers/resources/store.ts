import { z } from 'zod'
import { Store } from '#entities/market/store/store.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { CurrencyResource, FulfillmentProviderResource, PaymentProviderResource } from './region.ts'
import { SalesChannelResource } from './sales-channel.ts'

const storeColumns = columnsOf(Store, { omit: ['inventory_enabled', 'requires_shipping', 'skipped_setup_steps'] })

const relations = () => ({
  currencies: toMany(CurrencyResource),
  default_currency: toOne(CurrencyResource),
  default_sales_channel: toOne(SalesChannelResource),
})

export const StoreResource = defineResource({ name: 'Store', entity: Store, columns: storeColumns, relations })

const Module = z.object({ module: z.string(), resolution: z.literal(false) })

/** Medusa v1 clients show the pages of a module that is in this list. */
const INVENTORY_MODULES = ['inventoryService', 'stockLocationService'].map((module) => ({
  module,
  resolution: false as const,
}))

export const ExtendedStoreResource = defineResource({
  name: 'ExtendedStore',
  entity: Store,
  columns: storeColumns,
  computed: {
    columns: { modules: z.array(Module) },
    needs: [],
    compute: ({ inventory_enabled }: Store) => ({ modules: inventory_enabled ? INVENTORY_MODULES : [] }),
  },
  added: { feature_flags: z.array(z.object({ key: z.string(), value: z.boolean() })) },
  relations,
  addedRelations: () => ({
    payment_providers: toMany(PaymentProviderResource),
    fulfillment_providers: toMany(FulfillmentProviderResource),
  }),
})
