import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, softDelete, timestamps } from '#entities/base.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { StockLocation } from './stock-location.ts'

/** A sales channel sells from the location. The row is deleted with its channel or location. */
const SalesChannelLocationSchema = defineEntity({
  name: 'SalesChannelLocation',
  tableName: 'sales_channel_location',
  properties: {
    id: id('scloc'),
    ...timestamps(),
    ...softDelete(),
    sales_channel_id: p.text(),
    location_id: p.text(),
    sales_channel: () => p.manyToOne(SalesChannel).joinColumn('sales_channel_id').persist(false).nullable(),
    location: () => p.manyToOne(StockLocation).joinColumn('location_id').persist(false).nullable(),
  },
})

export class SalesChannelLocation extends SalesChannelLocationSchema.class {}
SalesChannelLocationSchema.setClass(SalesChannelLocation)
