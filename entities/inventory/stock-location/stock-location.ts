import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, timestamps } from '#entities/base.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { SalesChannelLocation } from './sales-channel-location.ts'
import { StockLocationAddress } from './stock-location-address.ts'

/** A place that holds goods. */
const StockLocationSchema = defineEntity({
  name: 'StockLocation',
  tableName: 'stock_location',
  properties: {
    id: id('sloc'),
    ...timestamps(),
    ...metadata(),
    name: p.text(),
    address_id: p.text().nullable(),
    address: () => p.manyToOne(StockLocationAddress).joinColumn('address_id').persist(false).nullable(),
    sales_channels: () =>
      p
        .manyToMany(SalesChannel)
        .pivotEntity(() => SalesChannelLocation)
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class StockLocation extends StockLocationSchema.class {}
StockLocationSchema.setClass(StockLocation)
