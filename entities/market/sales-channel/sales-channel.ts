import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { SalesChannelLocation } from '#entities/inventory/stock-location/sales-channel-location.ts'

const SalesChannelSchema = defineEntity({
  name: 'SalesChannel',
  tableName: 'sales_channel',
  properties: {
    id: id('sc'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
    description: p.text().nullable(),
    is_disabled: flag(false),
    locations: () =>
      p.oneToMany(SalesChannelLocation).mappedBy('sales_channel').orderBy({ created_at: 'asc', id: 'asc' }),
    products: () => p.manyToMany(Product).mappedBy('sales_channels').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class SalesChannel extends SalesChannelSchema.class {}
SalesChannelSchema.setClass(SalesChannel)
